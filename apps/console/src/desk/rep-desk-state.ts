import { type RepSignal, reduceRepMemory } from '@callside/client';
import type { CallEventMessage } from '@callside/schemas';
import { announce, announceLink } from './announcement.ts';
import { addToLog } from './event-log.ts';
import type { PastCall, RepDesk } from './rep-desk-model.ts';
import { addPieces } from './transcript-pieces.ts';

/** The next state of the page after a signal: rep state, last call, log and announcement. */
export function reduceRepDesk(desk: RepDesk, signal: RepSignal): RepDesk {
  const next = { ...desk, ...reduceRepMemory(desk, signal) };
  if (['message received', 'unreadable', 'call.notes'].includes(signal.type)) return next;
  if (signal.type === 'transcript.chunk') return { ...next, pieces: addPieces(desk.pieces, [signal.chunk]) };
  if (signal.type === 'link') return { ...next, announcement: announceLink(desk, next) };
  const message = signal.type === 'call.event' ? signal.message : null;
  if (message !== null) next.log = addToLog(desk.log, message);
  if (message !== null) next.arrival = arrivalAfter(desk, message);
  next.lastCall = lastCallAfter(desk, next, message);
  return { ...next, announcement: announce(desk, next) };
}

/** A repeated start is not a new arrival: its call is already shown, or its version is not higher. */
function arrivalAfter(before: RepDesk, { event, applied, state }: CallEventMessage): PastCall | null {
  const { call, customer, version } = state;
  if (event !== 'call-started' || !applied || call === null) return before.arrival;
  const isOld = before.version !== null && version <= before.version;
  if (isOld || call.reference === before.call?.reference) return before.arrival;
  return { call, customer, endedAt: null };
}

function lastCallAfter(before: RepDesk, after: RepDesk, cause: CallEventMessage | null): PastCall | null {
  const { call, customer } = before;
  if (call === null || call.reference === after.call?.reference) return before.lastCall;
  if (cause?.event === 'call-ended') return { call, customer, endedAt: cause.received_at };
  // The end was missed: the call ended at the latest when the next one started.
  return { call, customer, endedAt: after.call?.started_at ?? null };
}
