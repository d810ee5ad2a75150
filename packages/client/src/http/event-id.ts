import type { CallEventName } from '@callside/schemas';

const onceACall: ReadonlySet<CallEventName> = new Set(['call-started', 'call-ended']);

/**
 * The event's id, made from the dialler's own reference of the call: the same whenever it is made again, so that a retry
 * carries the value of the first attempt, also by a process that knows nothing of it any more.
 *
 * Two different events must never get one id, or the second would count as a repetition and change nothing. So holds and
 * recording controls, of which a call may have many, say which one they are: `ordinal` 1 for the first of its name in the
 * call, 2 for the second. A reference must be unique in the brand; a call that is handed to another rep starts a second
 * time, which is ordinal 2 or a reference of its own.
 *
 * @throws RangeError for an empty reference, an ordinal that does not count from 1, or none where one is needed.
 */
export function eventIdOf(callReference: string, event: CallEventName, ordinal?: number): string {
  if (callReference === '') throw new RangeError('callReference must not be empty');
  if (ordinal === undefined && !onceACall.has(event)) {
    throw new RangeError(`${event} may come more than once in a call: its ordinal must say which one it is (1, 2, …)`);
  }
  if (ordinal !== undefined && !(Number.isSafeInteger(ordinal) && ordinal >= 1)) {
    throw new RangeError('ordinal must be a whole number from 1');
  }
  return `${callReference}:${event}:${ordinal ?? 1}`;
}
