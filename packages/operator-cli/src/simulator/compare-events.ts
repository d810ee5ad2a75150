import { groupBy } from './group-by.ts';
import type { Mismatch } from './mismatch.ts';
import type { CallRow, EventRow } from './records.ts';
import type { SentEvent } from './simulated-dialler.ts';

interface Compared {
  run: string;
  sent: readonly SentEvent[];
  rows: readonly EventRow[];
  emailOf: (rep: number) => string;
}

/** Checks that each accepted event is on file exactly once, as it was sent and answered, and that there are no other events. */
export function compareEvents({ run, sent, rows, emailOf }: Compared): Mismatch[] {
  const byId = groupBy(rows, ({ event_id }) => event_id);
  const sentIds = new Set<string | null>(sent.map(({ eventId }) => eventId));
  const neverSent = rows.filter(({ event_id }) => !sentIds.has(event_id));
  return [
    ...sent.flatMap((event) => compareEvent(run, event, byId.get(event.eventId) ?? [], emailOf(event.rep))),
    ...neverSent.map(({ event_id, event }) => ({
      kind: 'event that was never sent',
      subject: String(event_id),
      expected: 'nothing on file',
      found: event,
    })),
  ];
}

function compareEvent(run: string, sent: SentEvent, rows: readonly EventRow[], email: string): Mismatch[] {
  const { eventId: subject, event, committedBy, failures } = sent;
  const found: Mismatch[] = failures.map((reason) => ({
    kind: 'event that was not accepted',
    subject,
    expected: 'an answer 200',
    found: reason,
  }));
  const [row] = rows;
  if (committedBy !== null && rows.length !== 1) {
    found.push({ kind: 'accepted event', subject, expected: 'one row', found: `${rows.length} rows` });
  }
  if (row === undefined) return found;
  const expected = { event, agent_email: email, occurred_at: sent.occurredAt.toISOString(), run };
  const onFile = {
    event: row.event,
    agent_email: row.agent_email,
    occurred_at: row.occurred_at.toISOString(),
    run: row.run,
  };
  if (JSON.stringify(expected) !== JSON.stringify(onFile)) {
    found.push({
      kind: 'event on file',
      subject,
      expected: JSON.stringify(expected),
      found: JSON.stringify(onFile),
    });
  }
  return [...found, ...compareAnswers(sent, row)];
}

/** Checks that duplicates are answered with the outcome recorded first, and that at most one answer is not a duplicate. */
function compareAnswers({ eventId: subject, answers }: SentEvent, row: EventRow): Mismatch[] {
  const recorded = JSON.stringify({ agent_resolved: row.agent_resolved, call_active: row.call_active });
  const others = answers
    .map(({ agent_resolved, call_active }) => JSON.stringify({ agent_resolved, call_active }))
    .filter((answer) => answer !== recorded);
  const found = others.map((answer) => ({ kind: 'answer', subject, expected: recorded, found: answer }));
  const originals = answers.filter(({ duplicate }) => !duplicate).length;
  if (originals <= 1) return found;
  return [...found, { kind: 'answer', subject, expected: 'one original', found: `${originals} originals` }];
}

/** Checks that each start on file has opened a call with one chat, and that every call has ended. */
export function compareCalls(events: readonly EventRow[], calls: readonly CallRow[]): Mismatch[] {
  const starts = events.filter(({ event, agent_resolved }) => event === 'call-started' && agent_resolved).length;
  const found: Mismatch[] = [];
  if (starts !== calls.length) {
    found.push({ kind: 'calls', subject: 'all', expected: `${starts}, one a start`, found: String(calls.length) });
  }
  for (const { reference, chats, ended_at, end_reason } of calls) {
    if (chats !== 1) found.push({ kind: 'chats of a call', subject: reference, expected: '1', found: String(chats) });
    if (ended_at === null || end_reason === null) {
      found.push({ kind: 'call', subject: reference, expected: 'ended', found: 'live' });
    }
  }
  return found;
}
