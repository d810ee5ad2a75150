import type { CallEventName } from '@callside/schemas';

const onceACall: ReadonlySet<CallEventName> = new Set(['call-started', 'call-ended']);

/**
 * Makes the event's id from the dialler's own reference of the call. The result is deterministic, so that a retry carries the
 * value of the first attempt, also after a restart of the process.
 *
 * Two different events must never get one id, or the second would count as a duplicate and change nothing. A call may have many
 * holds and recording changes, so these need an `ordinal` that is counted up in the call: for each name, or for all events. A reference
 * must be unique in the brand. A call that is transferred to another rep starts a second time: use ordinal 2 or another reference.
 *
 * @throws RangeError for a reference that is no text or empty, an ordinal below 1 or not whole, or a missing ordinal where one is required.
 */
export function eventIdOf(callReference: string, event: CallEventName, ordinal?: number): string {
  // JavaScript may pass null, which would give all calls one id.
  if (typeof callReference !== 'string' || callReference === '') {
    throw new RangeError('callReference must be a text that is not empty');
  }
  if (ordinal === undefined && !onceACall.has(event)) {
    throw new RangeError(`${event} may come more than once in a call: its ordinal must say which one it is (1, 2, …)`);
  }
  if (ordinal !== undefined && !(Number.isSafeInteger(ordinal) && ordinal >= 1)) {
    throw new RangeError('ordinal must be a whole number from 1');
  }
  return `${callReference}:${event}:${ordinal ?? 1}`;
}
