// Every acknowledged event has exactly one row, and the row contains what was sent.

import type { EventRow, History } from '../history/history.ts';
import { isSameCall } from '../model/call-model.ts';
import { type SentEvent, sentEvents } from './deliveries.ts';
import { type Replay, replay } from './replay.ts';
import { Finder, type Findings } from './violation.ts';

/** Difference between the clocks of the harness and the database, two processes on one machine. */
const clockSlackMs = 1000;

export function checkRows(history: History): Findings {
  const finder = new Finder();
  const replayed = replay(history);
  const reps = new Map(history.reps.map(({ rep, email }) => [email, rep]));
  const rows = new Map<string, EventRow[]>();
  for (const row of history.onFile.events) {
    if (row.eventId !== null) rows.set(row.eventId, [...(rows.get(row.eventId) ?? []), row]);
  }
  for (const event of sentEvents(history).values()) {
    const own = rows.get(event.eventId) ?? [];
    if (event.acknowledgedAt === null) {
      const text = own.length > 1 ? `${own.length} rows of an event that was never acknowledged` : null;
      finder.look('an event is on file at most once', event.eventId, event.settledAt, text);
    } else if (own.length === 0 && isResend(event)) {
      const text = wasOnThatCall(event, reps.get(event.agentEmail), replayed, history)
        ? null
        : 'answered as the start of the call that the rep is on, but the rep was on no such call';
      finder.look('an acknowledged event is on file once', event.eventId, event.acknowledgedAt, text);
    } else {
      const text = own.length === 1 ? null : `${event.event} was answered 200 and has ${own.length} rows`;
      finder.look('an acknowledged event is on file once', event.eventId, event.acknowledgedAt, text);
    }
    const [row] = own;
    if (row) finder.look('a row contains what was sent', event.eventId, null, differenceOf(event, row, reps));
    for (const answer of event.answers) {
      if (answer.status !== 200) {
        const text = answer.status === 503 ? null : `answered ${answer.status}`;
        finder.look('an answer is one that the specification names', event.eventId, answer.at, text);
        continue;
      }
      finder.look('an answer matches what is on file', event.eventId, answer.at, wrongAnswer(answer, row));
    }
    const first = event.answers.filter(({ duplicate }) => duplicate === false).length;
    if (first > 1) {
      finder.look(
        'an answer matches what is on file',
        event.eventId,
        null,
        `${first} answers say that it is no duplicate`,
      );
    }
  }
  return finder.findings;
}

function isResend({ event, answers }: SentEvent): boolean {
  const acknowledgements = answers.filter(({ status }) => status === 200);
  return event === 'call-started' && acknowledgements.every(({ duplicate }) => duplicate === true);
}

/** Whether the rep was on the call that a start names, at some time between its first attempt and its last answer. */
function wasOnThatCall(event: SentEvent, rep: string | undefined, replayed: Replay, { epochMs }: History): boolean {
  const rows = replayed.get(rep ?? '')?.rows ?? [];
  const from = epochMs + event.firstSentAt - clockSlackMs;
  const to = epochMs + event.settledAt + clockSlackMs;
  return rows.some(({ row, after }, index) => {
    const until = rows[index + 1]?.row.receivedMs ?? Number.POSITIVE_INFINITY;
    if (row.receivedMs > to || until < from || after.call === null) return false;
    return isSameCall(after.call, event.phoneNumber, event.customerId);
  });
}

function differenceOf(event: SentEvent, row: EventRow, reps: ReadonlyMap<string, string>): string | null {
  if (row.event !== event.event) return `sent as ${event.event}, on file as ${row.event}`;
  if (row.agentEmail !== event.agentEmail) return `sent for ${event.agentEmail}, on file for ${row.agentEmail}`;
  if (row.rep !== (reps.get(event.agentEmail) ?? null)) return 'on file for another rep';
  if (row.customerId !== event.customerId) return `customer ${event.customerId} became ${row.customerId}`;
  if (event.event === 'call-started' && row.phoneNumber !== event.phoneNumber) {
    return `number ${event.phoneNumber} became ${row.phoneNumber}`;
  }
  return row.metadata === metadataOf(event.eventId) ? null : `metadata became ${row.metadata}`;
}

/** The metadata that senders of the harness put into an event. */
export function metadataOf(eventId: string): string {
  return `{"ref":${JSON.stringify(eventId)}}`;
}

function wrongAnswer(
  { duplicate, agentResolved, callActive }: SentEvent['answers'][number],
  row: EventRow | undefined,
): string | null {
  if (row === undefined) return duplicate === true || duplicate === null ? null : 'answered as recorded, not on file';
  if (agentResolved !== row.agentResolved)
    return `answered agent_resolved ${agentResolved}, on file ${row.agentResolved}`;
  return callActive === row.callActive ? null : `answered call_active ${callActive}, on file ${row.callActive}`;
}
