import { groupBy } from './group-by.ts';
import type { Mismatch } from './mismatch.ts';
import type { Records } from './records.ts';
import type { SentChunk, SimulatedSession } from './simulated-companion.ts';

interface Produced {
  sessions: readonly SimulatedSession[];
  chunks: readonly SentChunk[];
}

/** Checks that sessions are finalized as acknowledged, one per call, and end when the dialler reported it. */
export function compareSessions({ sessions }: Produced, { sessions: rows, calls }: Records): Mismatch[] {
  const found: Mismatch[] = [];
  const differs = (subject: string, what: string, expected: string | null, actual: string | null) => {
    if (expected !== actual) {
      found.push({ kind: 'session', subject, expected: `${what} ${expected}`, found: `${what} ${actual}` });
    }
  };
  const callOf = new Map(calls.map((call) => [call.reference, call]));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const { sessionId, callReference, finalizedAt } of sessions) {
    const row = rowOf.get(sessionId);
    if (row === undefined) differs(sessionId, 'on file', 'once', 'never');
    else {
      differs(sessionId, 'of the call', callReference, row.call_reference);
      differs(sessionId, 'finalized', finalizedAt, row.finalized_at?.toISOString() ?? null);
    }
  }
  const known = new Set(sessions.map(({ sessionId }) => sessionId));
  for (const row of rows) {
    if (!known.has(row.id)) differs(row.id, 'acknowledged to', 'its companion', 'nobody');
    if (row.finalized_at === null) differs(row.id, 'finalized', 'once it was closed', null);
    const call = callOf.get(row.call_reference ?? '');
    const reportedAt = call?.end_reason === 'ended' ? (call.ended_at?.toISOString() ?? null) : null;
    differs(row.id, 'end reported', reportedAt, row.end_reported_at?.toISOString() ?? null);
    if (reportedAt !== null) differs(row.id, 'ended', reportedAt, row.ended_at?.toISOString() ?? null);
  }
  for (const [reference, ofCall] of groupBy(rows, ({ call_reference }) => call_reference)) {
    if (ofCall.length > 1) differs(String(reference), 'sessions of the call', '1', String(ofCall.length));
  }
  return found;
}

/** Checks that every chunk was acknowledged and stored, and that no other chunk is stored. */
export function compareChunks({ chunks }: Produced, { chunks: rows }: Records): Mismatch[] {
  const nameOf = (sessionId: string, sequence: number) => `${sequence} of session ${sessionId}`;
  const stored = new Set(rows.map(({ session_id, sequence }) => nameOf(session_id, sequence)));
  const sent = new Set(chunks.map(({ sessionId, sequence }) => nameOf(sessionId, sequence)));
  return [
    ...chunks.flatMap(({ sessionId, sequence, isAcknowledged }) => {
      const subject = nameOf(sessionId, sequence);
      if (isAcknowledged && stored.has(subject)) return [];
      const found = `${isAcknowledged ? '' : 'not '}acknowledged, ${stored.has(subject) ? '' : 'not '}stored`;
      return [{ kind: 'chunk', subject, expected: 'acknowledged and stored', found }];
    }),
    ...[...stored]
      .filter((subject) => !sent.has(subject))
      .map((subject) => ({ kind: 'chunk', subject, expected: 'nothing on file', found: 'stored' })),
  ];
}
