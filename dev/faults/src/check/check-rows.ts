// Every acknowledged event has exactly one row, and the row contains what was sent.

import { isSameCall } from '@callside/test-kit';
import type { History } from '../history/history.ts';
import type { EventRow } from '../history/on-file.ts';
import { circumstancesOf } from './circumstances.ts';
import { eventsOfRows, metadataOf, type SentEvent, sentEvents } from './deliveries.ts';
import { grouped } from './grouped.ts';
import { type Replay, replay } from './replay.ts';
import { Finder, type Findings, type Rule } from './violation.ts';

/** Difference between the clocks of the harness and the database, two processes on one machine. */
const clockSlackMs = 1000;

export function checkRows(history: History): Findings {
  const finder = new Finder();
  const replayed = replay(history);
  const reps = new Map(history.reps.map(({ rep, email }) => [email, rep]));
  const rows = grouped(
    history.onFile.events.flatMap((row) => (row.eventId === null ? [] : [[row.eventId, row] as const])),
  );
  const sent = sentEvents(history);
  const eventOf = eventsOfRows(sent);
  for (const event of sent.values()) {
    const look = (rule: Rule, at: number | null, text: string | null) => finder.look(rule, event.eventId, at, text);
    const ofId = rows.get(event.wireId) ?? [];
    const own = ofId.filter((row) => eventOf(row) === event);
    const [row] = own;
    if (event.acknowledgedAt === null) {
      const text = ofId.length > 1 ? `${ofId.length} rows of an event that was never acknowledged` : null;
      look('an event is on file at most once', event.settledAt, text);
    } else {
      const wasOnCall = () => wasOnThatCall(event, reps.get(event.agentEmail), replayed, history);
      look(
        'an acknowledged event is on file once',
        event.acknowledgedAt,
        wrongCount(event, { own: own.length, ofId: ofId.length }, wasOnCall),
      );
    }
    if (row) look('a row contains what was sent', null, differenceOf(event, row, reps));
    for (const answer of event.answers) {
      if (answer.status === 200) look('an answer matches what is on file', answer.at, wrongAnswer(answer, row));
      else {
        const text = answer.status === 503 ? null : `answered ${answer.status}`;
        look('an answer is one that the specification names', answer.at, text);
      }
    }
    const first = event.answers.filter(({ duplicate }) => duplicate === false).length;
    if (first > 1) look('an answer matches what is on file', null, `${first} answers say that it is no duplicate`);
  }
  checkReusedIds(history, finder);
  return finder.findings;
}

/**
 * What is wrong with the number of rows of an acknowledged event. A resend of the call that the rep is on has none, and neither has an event
 * with the id of another one.
 */
function wrongCount(
  event: SentEvent,
  { own, ofId }: { own: number; ofId: number },
  wasOnCall: () => boolean,
): string | null {
  if (own === 1 && ofId === 1) return null;
  if (ofId > 1 || !isDuplicate(event))
    return `${event.event} was answered 200, has ${own} rows, and its id has ${ofId}`;
  if (ofId === 1) return null;
  if (event.event !== 'call-started') return 'answered as a duplicate, but its id is not on file';
  return wasOnCall() ? null : 'answered as the start of the call that the rep is on, but the rep was on no such call';
}

function isDuplicate({ answers }: SentEvent): boolean {
  return answers.filter(({ status }) => status === 200).every(({ duplicate }) => duplicate === true);
}

/** Sets the sender's mistake apart from a retry: the duplicate is on file as one of another event. */
function checkReusedIds(history: History, finder: Finder): void {
  const { calm } = circumstancesOf(history);
  const sent = sentEvents(history);
  const rows = new Map(history.onFile.events.map((row) => [row.eventId, row]));
  const marks = new Set(history.onFile.reusedIds.map(({ eventId, event }) => `${eventId} ${event}`));
  for (const { eventId, wireId, event, acknowledgedAt } of sent.values()) {
    const row = rows.get(wireId);
    // A mark that the database refuses during a fault is left out.
    const isDue = acknowledgedAt !== null && calm.some(({ from, to }) => from < acknowledgedAt && acknowledgedAt < to);
    if (row === undefined || row.event === event || !isDue) continue;
    const text = marks.has(`${wireId} ${event}`)
      ? null
      : `“${wireId}” is on file as ${row.event}, and ${event} is not marked`;
    finder.look('an id that came with another event is marked', eventId, acknowledgedAt, text);
  }
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

function wrongAnswer(
  { duplicate, agentResolved, callActive }: SentEvent['answers'][number],
  row: EventRow | undefined,
): string | null {
  if (row === undefined) return duplicate === true || duplicate === null ? null : 'answered as recorded, not on file';
  if (agentResolved !== row.agentResolved)
    return `answered agent_resolved ${agentResolved}, on file ${row.agentResolved}`;
  return callActive === row.callActive ? null : `answered call_active ${callActive}, on file ${row.callActive}`;
}
