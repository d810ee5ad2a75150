import { compareChunks, compareSessions } from './compare-sessions.ts';
import type { Records, SessionRow } from './records.ts';

const at = new Date('2026-11-21T19:00:00.000Z');
const later = new Date('2026-11-21T19:00:01.000Z');
const call = { reference: 'c', agent_email: 'r', phone_number: '+1', ended_at: at, end_reason: 'ended', chats: 1 };
const row: SessionRow = { id: 's', call_reference: 'c', finalized_at: later, ended_at: at, end_reported_at: at };
const records: Records = { states: [], events: [], calls: [call], sessions: [row], chunks: [] };
const session = { sessionId: 's', callReference: 'c', finalizedAt: later.toISOString() };
const chunk = { sessionId: 's', sequence: 1, isAcknowledged: true };

describe('compareSessions', () => {
  const count = (rows: SessionRow[], sessions = [session], calls: Records['calls'] = [call]) =>
    compareSessions({ sessions, chunks: [] }, { ...records, sessions: rows, calls }).length;

  it('accepts a session that was finalized as acknowledged, and ended when the dialler reported it', () => {
    expect(count([row])).toBe(0);
  });

  it.each<Partial<SessionRow>>([
    { finalized_at: at },
    { ended_at: later },
    { end_reported_at: null },
    { call_reference: 'other', end_reported_at: null },
  ])('finds a row that differs: %j', (change) => {
    expect(count([{ ...row, ...change }])).toBe(1);
  });

  it('finds sessions that are not on file, not finalized, or not acknowledged', () => {
    expect(count([])).toBe(1);
    expect(count([{ ...row, finalized_at: null }], [{ ...session, finalizedAt: '' }])).toBe(2);
    expect(count([row], [])).toBe(1);
  });

  it('finds a second session of a call', () => {
    expect(count([row, { ...row, id: 't' }], [session, { ...session, sessionId: 't' }])).toBe(1);
  });

  it('does not expect a reported end for a call that another one replaced', () => {
    const superseded = { ...call, end_reason: 'superseded' };
    expect(count([{ ...row, ended_at: later, end_reported_at: null }], [session], [superseded])).toBe(0);
    expect(count([row], [session], [superseded])).toBe(1);
  });
});

describe('compareChunks', () => {
  const found = (chunks: (typeof chunk)[], rows: Records['chunks']) =>
    compareChunks({ sessions: [], chunks }, { ...records, chunks: rows }).map((disagreement) => disagreement.found);

  it('requires that every chunk is acknowledged and stored, and no other', () => {
    const stored = { session_id: 's', sequence: 1 };
    expect(found([chunk], [stored])).toEqual([]);
    expect(found([chunk], [])).toEqual(['acknowledged, not stored']);
    expect(found([{ ...chunk, isAcknowledged: false }], [stored])).toEqual(['not acknowledged, stored']);
    expect(found([], [stored])).toEqual(['stored']);
  });
});
