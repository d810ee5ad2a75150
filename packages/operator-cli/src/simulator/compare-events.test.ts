import type { CallEventResponse } from '@callside/schemas';
import { compareCalls, compareEvents } from './compare-events.ts';
import type { CallRow, EventRow } from './records.ts';
import type { SentEvent } from './simulated-dialler.ts';

const answer: CallEventResponse = {
  accepted: true,
  duplicate: false,
  agent_resolved: true,
  call_active: true,
  delivered_sockets: 2,
};
const event: SentEvent = {
  rep: 1,
  event: 'call-started',
  eventId: 'sim-call-1:call-started:1',
  occurredAt: new Date(1000),
  firstSentAt: 10,
  committedBy: 20,
  answers: [answer, { ...answer, duplicate: true, delivered_sockets: 0 }],
  failures: [],
};
const row: EventRow = {
  event: 'call-started',
  event_id: event.eventId,
  agent_email: 'rep-1@simulated.invalid',
  occurred_at: new Date(1000),
  run: 'sim',
  agent_resolved: true,
  call_active: true,
};
const call: CallRow = {
  reference: 'r',
  agent_email: row.agent_email,
  phone_number: '+12005550100',
  ended_at: new Date(2000),
  end_reason: 'ended',
  chats: 1,
};

function kinds(sent: SentEvent[], rows: EventRow[]): string[] {
  const emailOf = (rep: number) => `rep-${rep}@simulated.invalid`;
  return compareEvents({ run: 'sim', sent, rows, emailOf }).map(({ kind, found }) => `${kind}: ${found}`);
}

describe('compareEvents', () => {
  it('accepts one row an event and an answer for each duplicate', () => {
    expect(kinds([event], [row])).toEqual([]);
  });

  it('finds an accepted event that is not on file, or twice', () => {
    expect(kinds([event], [])).toEqual(['accepted event: 0 rows']);
    expect(kinds([event], [row, row])).toEqual(['accepted event: 2 rows']);
  });

  it('counts an event as accepted when all its answers were lost', () => {
    expect(kinds([{ ...event, answers: [] }], [])).toEqual(['accepted event: 0 rows']);
  });

  it('finds an event that was never accepted, on file or not', () => {
    const failed = { ...event, committedBy: null, answers: [], failures: ['was answered 503'] };
    expect(kinds([failed], [])).toEqual(['event that was not accepted: was answered 503']);
    expect(kinds([failed], [row])).toEqual(['event that was not accepted: was answered 503']);
  });

  it('finds a row that was never sent', () => {
    expect(kinds([event], [row, { ...row, event_id: 'other' }])).toEqual(['event that was never sent: call-started']);
    expect(kinds([event], [row, { ...row, event_id: null }])).toEqual(['event that was never sent: call-started']);
  });

  it.each([
    { event: 'call-ended' as const },
    { agent_email: 'rep-2@simulated.invalid' },
    { occurred_at: new Date(1001) },
    { run: null },
  ])('finds a row that differs from the sent event: %j', (change) => {
    expect(kinds([event], [{ ...row, ...change }])).toEqual([expect.stringMatching(/^event on file: /)]);
  });

  it('finds answers that differ from the row', () => {
    expect(kinds([event], [{ ...row, call_active: false }])).toHaveLength(2);
    expect(kinds([{ ...event, answers: [answer, answer] }], [row])).toEqual(['answer: 2 originals']);
  });
});

describe('compareCalls', () => {
  it('requires one call with one chat for each start, all of them ended', () => {
    expect(compareCalls([row], [call])).toEqual([]);
    expect(compareCalls([row], [])).toHaveLength(1);
    expect(compareCalls([row], [{ ...call, chats: 0 }])).toHaveLength(1);
    expect(compareCalls([row], [{ ...call, ended_at: null, end_reason: null }])).toHaveLength(1);
  });
});
