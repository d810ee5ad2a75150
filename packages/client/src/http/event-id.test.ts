import { type CallEventName, callEventNames } from '@callside/schemas';
import { eventIdOf } from './event-id.ts';

test('an event id is the reference of the call with a suffix per event', () => {
  expect(eventIdOf('call-17', 'call-started')).toBe('call-17:call-started:1');
  expect(eventIdOf('call-17', 'recording-paused', 2)).toBe('call-17:recording-paused:2');
});

test('the event id of a call start is the same with and without the ordinal 1', () => {
  expect(eventIdOf('call-17', 'call-started', 1)).toBe(eventIdOf('call-17', 'call-started'));
});

const repeatable = callEventNames.filter((name) => name !== 'call-started' && name !== 'call-ended');

test.each(repeatable)('%s needs an ordinal, because a second one must not count as a retry of the first', (event) => {
  expect(() => eventIdOf('call-17', event)).toThrow(RangeError);
});

test.each<[string, CallEventName, number]>([
  ['', 'call-started', 1],
  [null as unknown as string, 'call-started', 1],
  [17 as unknown as string, 'call-started', 1],
  ['call-17', 'hold-started', 0],
  ['call-17', 'hold-started', -1],
  ['call-17', 'hold-started', 1.5],
  ['call-17', 'hold-started', Number.NaN],
])('reference %j, event %s with ordinal %d is refused', (reference, event, ordinal) => {
  expect(() => eventIdOf(reference, event, ordinal)).toThrow(RangeError);
});
