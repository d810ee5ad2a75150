import fc from 'fast-check';
import { after, eventOf, liveOf, minute, newPlatformRep, outcomeOf } from '../../../test/support/platform-rep.ts';
import type { RepEvent } from '../../calls/rules/decide-rep-event.ts';

const call = 'ringcentral:1';
const number = { phoneNumber: '+14155550134' };
const start = (order: number | null, fields = {}) => eventOf('call-started', call, { ...number, order, ...fields });
const end = (order: number | null, fields = {}) => eventOf('call-ended', call, { order, ...fields });
const pause = (order: number | null, fields = {}) => eventOf('recording-paused', call, { order, ...fields });
const resume = (order: number | null, fields = {}) => eventOf('recording-resumed', call, { order, ...fields });

describe("the platform's own order decides, also among events of one time", () => {
  const at = { occurredAt: minute(1) };

  test.each<[string, RepEvent[], string | null]>([
    ['a start that its end overtook opens no call', [end(7, at), start(6, at)], null],
    ['a start after the end, with an earlier time, brings the call back', [end(7, at), start(8)], call],
    ['a late end of the time before does not end the call', [start(6, at), start(8, at), end(7, at)], call],
    ['an end after it does', [start(6, at), start(8, at), end(9, at)], null],
    ['an end without an order is judged by its time', [start(6, at), end(null, { occurredAt: minute(0) })], call],
  ])('%s', (_title, events, live) => {
    expect(liveOf(after(newPlatformRep, ...events))).toBe(live);
  });

  test('it says nothing of another call', () => {
    const next = eventOf('call-started', 'ringcentral:2', { order: 1 });
    expect(liveOf(after(newPlatformRep, start(9), next))).toBe('ringcentral:2');
    expect(liveOf(after(newPlatformRep, start(9), end(10), next))).toBe('ringcentral:2');
  });
});

describe('a pause or resume that came late', () => {
  const times = [1, 2, 3].map((minutes) => ({ occurredAt: minute(minutes) }));
  const [first, second, third] = times;

  test.each<[string, RepEvent[], boolean]>([
    ['a resume from before the last pause, by order', [pause(2), pause(4), resume(3)], true],
    [
      'a resume from before the last pause, by time',
      [pause(null, first), pause(null, third), resume(null, second)],
      true,
    ],
    ['a resume of the time of the pause', [pause(null, first), resume(null, first)], false],
    ['a pause from before the last resume, by order', [resume(3), pause(2)], false],
    [
      'a pause from before the last resume, by time, which may be that of the call',
      [resume(null, third), pause(null, first)],
      true,
    ],
    ['a resume from before another one', [pause(2), pause(4), resume(5), resume(3)], false],
    ['a resume without a time', [pause(null, first), resume(null)], false],
  ])('%s', (_title, events, isPaused) => {
    expect(after(newPlatformRep, start(1), ...events).state.recordingPaused).toBe(isPaused);
  });

  test('of a call that another one replaced does not change how it comes back', () => {
    const other = eventOf('call-started', 'ringcentral:2', { order: 1 });
    const rep = after(newPlatformRep, start(1), pause(2), other, pause(5), resume(4), start(6));
    expect([liveOf(rep), rep.state.recordingPaused]).toEqual([call, true]);
  });
});

test('the events of a call that arrive in any order after its start leave its recording as the last of them says', () => {
  const events = Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? pause(n + 2) : resume(n + 2)));
  const delivered = fc
    .integer({ min: 1, max: events.length })
    .chain((count) =>
      fc
        .shuffledSubarray(events.slice(0, count), { minLength: count })
        .map((sent) => ({ sent, isPaused: count % 2 === 1 })),
    );
  fc.assert(
    fc.property(delivered, ({ sent, isPaused }) => {
      const rep = after(newPlatformRep, start(1), ...sent);
      expect(rep.state.recordingPaused).toBe(isPaused);
      expect(liveOf(after(rep, end(20), ...sent, start(1)))).toBeNull();
    }),
  );
});

describe('an end that nobody comes back from', () => {
  const final = { endIsFinal: true, occurredAt: minute(1) };

  test.each([[minute(1)], [minute(2)], [null]])('is followed by no start, whatever its time: %s', (occurredAt) => {
    for (const rep of [newPlatformRep, after(newPlatformRep, start(null))]) {
      const over = after(rep, end(null, final));
      expect(outcomeOf(over, start(null, { occurredAt }))).toBe('recorded only');
      // An end that is not final, such as that of a transfer, came late.
      expect(outcomeOf(after(over, end(null, { occurredAt: minute(2) })), start(null))).toBe('recorded only');
    }
  });

  test('the end of a call of another platform does not finish the live one', () => {
    const other = eventOf('call-ended', 'twilio:9', final);
    expect(liveOf(after(newPlatformRep, start(null), other, start(null)))).toBe(call);
  });
});

test('a start from before the last ten calls opens none where ids last: its own end may have been one before them', () => {
  const calls = Array.from({ length: 11 }, (_, n) => [
    eventOf('call-started', `vonage:${n}`, { occurredAt: minute(2 * n) }),
    eventOf('call-ended', `vonage:${n}`, { occurredAt: minute(2 * n + 1) }),
  ]).flat();
  const rep = after(newPlatformRep, ...calls);
  const startAt = (minutes: number, name: string, callIdLasts = true) =>
    outcomeOf(rep, eventOf('call-started', name, { occurredAt: minute(minutes), callIdLasts }));
  expect(startAt(0, 'vonage:0')).toBe('recorded only');
  expect(startAt(2, 'vonage:x')).toBe('recorded only');
  expect(startAt(4, 'vonage:x')).toBe('started');
  expect(startAt(2, 'vonage:x', false)).toBe('started');
  expect(startAt(2, 'aircall:x')).toBe('started');
});

test('a stale end ends the call of its own id, and no other', () => {
  const stale = { isStale: true };
  expect(outcomeOf(after(newPlatformRep, start(null)), end(null, stale))).toBe('applied');
  for (const live of [null, 'vonage:1', 'ringcentral:2']) {
    const rep = after(newPlatformRep, eventOf('call-started', live));
    expect(outcomeOf(rep, end(null, stale))).toBe('recorded only');
  }
});
