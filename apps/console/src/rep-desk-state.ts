import { type RepSignal, reduceRepMemory } from '@callside/client';
import type { CallEventMessage } from '@callside/schemas';
import { announce, announceLink } from './announcement.ts';
import { addToLog } from './event-log.ts';
import type { PastCall, RepDesk } from './rep-desk-model.ts';

/** What the page makes of a signal: what is known by then, the log, and what to say of it. */
export function reduceRepDesk(desk: RepDesk, signal: RepSignal): RepDesk {
  const next = { ...desk, ...reduceRepMemory(desk, signal) };
  if (signal.type === 'heard' || signal.type === 'unreadable') return next;
  if (signal.type === 'link') return { ...next, announcement: announceLink(desk, next) };
  const message = signal.type === 'call.event' ? signal.message : null;
  if (message !== null) next.log = addToLog(desk.log, message);
  next.lastCall = lastCallAfter(desk, next, message);
  return { ...next, announcement: announce(desk, next) };
}

function lastCallAfter(before: RepDesk, after: RepDesk, cause: CallEventMessage | null): PastCall | null {
  const { call, customer } = before;
  if (call === null || call.reference === after.call?.reference) return before.lastCall;
  if (cause?.event === 'call-ended') return { call, customer, endedAt: cause.received_at };
  // The end itself was missed: a call that follows has ended it at the latest.
  return { call, customer, endedAt: after.call?.started_at ?? null };
}
