import {
  after,
  eventOf,
  liveOf,
  minute,
  newPlatformRep,
  outcomeOf,
  pastOf,
  step,
} from '../../../test/support/platform-rep.ts';
import type { Decision } from '../../calls/rules/call-state.ts';
import type { RepEvent } from '../../calls/rules/decide-rep-event.ts';

/** On the second of two calls: the first was superseded. */
const live = after(newPlatformRep, eventOf('call-started', 'aircall:1'), eventOf('call-started', 'aircall:2'));
const idle = after(live, eventOf('call-ended', 'aircall:2'));

const isPausedAfter = (...events: RepEvent[]) => after(live, ...events).state.recordingPaused;

describe('on a call of a platform', () => {
  const sameNumber = { phoneNumber: '+1415555aircall:2' };

  test.each<[string, RepEvent, Decision['outcome']]>([
    ['a start with its number and its id', eventOf('call-started', 'aircall:2', sameNumber), 'resent'],
    ['a start with its number and another id', eventOf('call-started', 'aircall:3', sameNumber), 'resent'],
    ['a start with its number and no id', eventOf('call-started', null, sameNumber), 'resent'],
    [
      'a start with another number and its id',
      eventOf('call-started', 'aircall:2', { phoneNumber: '1' }),
      'superseded',
    ],
    ['a start with another number and another id', eventOf('call-started', 'aircall:3'), 'superseded'],
    ['its end', eventOf('call-ended', 'aircall:2'), 'applied'],
    ['an end without an id', eventOf('call-ended', null), 'applied'],
    ['the end of a call that never started', eventOf('call-ended', 'aircall:3'), 'applied'],
    ['the end of an earlier call', eventOf('call-ended', 'aircall:1'), 'recorded only'],
    ['the pause of an earlier call', eventOf('recording-paused', 'aircall:1'), 'applied'],
    ['the resume of an earlier call', eventOf('recording-resumed', 'aircall:1'), 'recorded only'],
    ['the hold of an earlier call', eventOf('hold-started', 'aircall:1'), 'recorded only'],
    ['the end of a hold of an earlier call', eventOf('hold-ended', 'aircall:1'), 'recorded only'],
  ])('%s', (_name, event, outcome) => {
    expect(outcomeOf(live, event)).toBe(outcome);
    const isStart = event.event === 'call-started';
    expect(outcomeOf(idle, event)).toBe(isStart ? 'started' : 'recorded only');
  });
});

describe('whether a start is of the live call', () => {
  const on = (platformCall: string | null, phoneNumber: string) =>
    after(newPlatformRep, eventOf('call-started', platformCall, { phoneNumber }));
  const isSame = (rep: typeof live, event: RepEvent) => outcomeOf(rep, event) === 'resent';

  test.each([
    ['an id on one side only', on('a:1', 'anonymous'), null, true],
    ['an id on the other side only', on(null, 'anonymous'), 'a:2', true],
    ['the same id', on('a:1', 'anonymous'), 'a:1', true],
    ['ids that differ', on('a:1', 'anonymous'), 'a:2', false],
  ])('no number, %s', (_title, rep, platformCall, expected) => {
    expect(isSame(rep, eventOf('call-started', platformCall, { phoneNumber: 'anonymous' }))).toBe(expected);
  });

  test.each([
    ['another call of the platform with the same number', on('a:1', '1'), false],
    ['the same call of the platform', on('a:2', '1'), true],
    ['a call of another platform with the same number', on('b:1', '1'), true],
    ['a call without an id of the platform', on(null, '1'), true],
  ])('a start with an id that lasts compares with %s', (_title, rep, expected) => {
    expect(isSame(rep, eventOf('call-started', 'a:2', { phoneNumber: '1', callIdLasts: true }))).toBe(expected);
  });

  test.each([
    ['the live call, with another number', on('a:1', '1'), true],
    ['a call that has no id of the platform', on(null, '1'), true],
    ['another call of the platform', on('a:2', '1'), false],
    ['another call of the platform with the same number', on('a:2', '2'), true],
  ])('a start at the end of a hold compares with %s', (_title, rep, expected) => {
    expect(isSame(rep, eventOf('call-started', 'a:1', { phoneNumber: '2', isOffHold: true }))).toBe(expected);
  });
});

test('the calls of the platform that are over are remembered, the newest first, and only the last ten', () => {
  const calls = Array.from({ length: 12 }, (_, call) => eventOf('call-started', `twilio:${call + 1}`));
  const rep = after(newPlatformRep, ...calls, eventOf('call-ended', 'twilio:12'));
  expect(liveOf(rep)).toBeNull();
  expect(rep.platformCalls.map(({ name, left }) => [name, left])).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((call) => [`twilio:${call}`, call === 12 ? 'ended' : 'superseded']),
  );
});

test('a call of the platform that starts again is ended by its end', () => {
  const rep = after(live, eventOf('call-started', 'aircall:1'));
  expect(outcomeOf(rep, eventOf('call-ended', 'aircall:2'))).toBe('recorded only');
  expect(outcomeOf(rep, eventOf('call-ended', 'aircall:1'))).toBe('applied');
});

test('a live call without an id of the platform gets that of the start that comes again, and no other one later', () => {
  const again = (platformCall: string | null) => eventOf('call-started', platformCall, { phoneNumber: '1' });
  const unnamed = after(newPlatformRep, again(null));
  expect(after(unnamed, again(null))).toEqual(unnamed);
  const named = after(unnamed, again('aircall:2'));
  expect(named.state).toBe(unnamed.state);
  expect(liveOf(named)).toBe('aircall:2');
  expect(after(named, again('aircall:3'))).toEqual(named);
  const next = after(named, eventOf('call-started', 'aircall:4'));
  expect(outcomeOf(next, eventOf('call-ended', 'aircall:2'))).toBe('recorded only');
});

test('a call that an event of the six webhooks superseded or ended is known to be over', () => {
  const pausedBefore = after(live, eventOf('recording-paused', null));
  const superseded = after(pausedBefore, eventOf('call-started', null));
  expect(outcomeOf(superseded, eventOf('call-ended', 'aircall:2'))).toBe('recorded only');
  expect(after(superseded, eventOf('call-started', 'aircall:2')).state.recordingPaused).toBe(true);
  const ended = after(live, eventOf('call-ended', null));
  expect(outcomeOf(ended, eventOf('call-started', 'aircall:2', { isOffHold: true }))).toBe('recorded only');
});

test('a call that the deactivation of the rep ended was superseded, unpaused', () => {
  const paused = after(live, eventOf('recording-paused', 'aircall:2'));
  const deactivated = { ...paused, state: { ...paused.state, call: null, recordingPaused: false } };
  expect(liveOf(deactivated)).toBeNull();
  const back = after(deactivated, eventOf('call-started', 'aircall:2', { isOffHold: true }));
  expect([liveOf(back), back.state.recordingPaused]).toEqual(['aircall:2', false]);
  const next = after(deactivated, eventOf('call-started', 'aircall:3'));
  expect(outcomeOf(next, eventOf('call-ended', 'aircall:2'))).toBe('recorded only');
});

describe('a live call that came back by a transfer before its earlier end arrived', () => {
  const number = { phoneNumber: '+14155550134' };
  const startAt = (minutes: number, platformCall: string, fields = {}) =>
    eventOf('call-started', platformCall, { ...number, occurredAt: minute(minutes), ...fields });

  test.each([
    ['under the same id', 'twilio:1'],
    ['under another id', 'twilio:2'],
  ])('%s stays live until its last end', (_id, second) => {
    const before = after(newPlatformRep, startAt(0, 'twilio:1'));
    expect(outcomeOf(before, startAt(3, second))).toBe('resent');
    const rep = after(before, startAt(3, second));
    expect(rep.state).toBe(before.state);
    expect([liveOf(rep), rep.platformCalls.length]).toEqual([second, 1]);
    for (const event of ['hold-started', 'call-ended'] as const) {
      expect(outcomeOf(rep, eventOf(event, 'twilio:1', { occurredAt: minute(1) }))).toBe('recorded only');
    }
    expect(outcomeOf(rep, eventOf('call-ended', second, { occurredAt: minute(4) }))).toBe('applied');
  });

  test('is resumed by a late resume: its pause may have come', () => {
    const lateResume = eventOf('recording-resumed', 'twilio:1', { occurredAt: minute(1) });
    const pause = eventOf('recording-paused', 'twilio:1');
    const rep = after(newPlatformRep, startAt(0, 'twilio:1'), pause, startAt(3, 'twilio:1'), lateResume);
    expect(rep.state.recordingPaused).toBe(false);
  });

  test('comes back off hold when the start by which it had come back is later than that of the next call', () => {
    const end = eventOf('call-ended', 'twilio:1', { occurredAt: minute(1) });
    const next = startAt(4, 'twilio:2', { phoneNumber: '+14155550199' });
    const offHold = startAt(5, 'twilio:1', { isOffHold: true });
    const first = startAt(0, 'twilio:1');
    expect(liveOf(after(newPlatformRep, first, end, next, startAt(3, 'twilio:1'), offHold))).toBe('twilio:1');
    // The first start again: the call has not come back.
    expect(liveOf(after(newPlatformRep, first, end, next, first, offHold))).toBe('twilio:2');
  });
});

describe('an event of another call of the platform from before the live one', () => {
  const [before, now] = [{ occurredAt: minute(0) }, { occurredAt: minute(5) }];
  const number = { phoneNumber: '+14155550134' };
  const rep = after(newPlatformRep, eventOf('call-started', 'aircall:8', { ...number, ...now }));

  test.each<[string, RepEvent, Decision['outcome']]>([
    ['its start', eventOf('call-started', 'aircall:7', before), 'recorded only'],
    [
      'its start, with the number of the live call',
      eventOf('call-started', 'aircall:7', { ...number, ...before }),
      'resent',
    ],
    ['its start without a time', eventOf('call-started', 'aircall:7'), 'superseded'],
    ['its start at the time of the live one', eventOf('call-started', 'aircall:7', now), 'superseded'],
    ['its start, of another platform', eventOf('call-started', 'five9:7', before), 'superseded'],
    ['its end', eventOf('call-ended', 'aircall:7', before), 'recorded only'],
    ['its hold', eventOf('hold-started', 'aircall:7', before), 'recorded only'],
    ['its pause', eventOf('recording-paused', 'aircall:7', before), 'applied'],
    ['its resume', eventOf('recording-resumed', 'aircall:7', before), 'recorded only'],
  ])('%s', (_name, event, outcome) => {
    expect(outcomeOf(rep, event)).toBe(outcome);
  });

  test('its end after its late start ends nothing, also without a time', () => {
    const started = after(rep, eventOf('call-started', 'aircall:7', before));
    expect(outcomeOf(started, eventOf('call-ended', 'aircall:7'))).toBe('recorded only');
    expect(liveOf(started)).toBe('aircall:8');
  });
});

test('the second end of a call whose start was lost, or was taken for one with another id, does not end the next call', () => {
  const end = eventOf('call-ended', 'aircall:9');
  for (const before of [newPlatformRep, live]) {
    const next = after(before, end, eventOf('call-started', 'aircall:10'));
    expect(outcomeOf(next, end)).toBe('recorded only');
    expect(after(next, end)).toEqual(next);
  }
});

test('the end that comes before the start of its call ends it when it comes again', () => {
  const end = eventOf('call-ended', 'aircall:9');
  expect(outcomeOf(after(newPlatformRep, end, eventOf('call-started', 'aircall:9')), end)).toBe('applied');
});

describe('after the end of a call of the platform', () => {
  const over = after(live, eventOf('call-ended', 'aircall:2', { occurredAt: minute(4) }));
  const next = after(over, eventOf('call-started', 'aircall:3'));

  test.each<[string, RepEvent]>([
    ['a start from before the end', eventOf('call-started', 'aircall:2', { occurredAt: minute(3) })],
    ['a start at the end of a hold', eventOf('call-started', 'aircall:2', { occurredAt: minute(5), isOffHold: true })],
    ['a hold', eventOf('hold-started', 'aircall:2')],
    ['the end of a hold', eventOf('hold-ended', 'aircall:2')],
    ['a resume', eventOf('recording-resumed', 'aircall:2')],
    ['a pause from before', eventOf('recording-paused', 'aircall:2', { occurredAt: minute(0) })],
  ])('%s opens no call and does not change the next one', (_event, late) => {
    for (const rep of [over, next]) {
      expect(outcomeOf(rep, late)).toBe('recorded only');
      expect(after(rep, late)).toEqual(rep);
    }
  });

  test.each([5, 4])('a start at the same time or later brings it back: minute %i', (minutes) => {
    const back = after(over, eventOf('call-started', 'aircall:2', { occurredAt: minute(minutes) }));
    expect(liveOf(back)).toBe('aircall:2');
    expect(outcomeOf(back, eventOf('call-ended', 'aircall:2', { occurredAt: minute(0) }))).toBe('recorded only');
    expect(outcomeOf(back, eventOf('call-ended', 'aircall:2', { occurredAt: minute(minutes) }))).toBe('applied');
    const sharedTime = eventOf('recording-paused', 'aircall:2', { occurredAt: minute(0) });
    expect(after(back, sharedTime).state.recordingPaused).toBe(true);
    const superseded = after(back, eventOf('call-started', 'aircall:4'));
    const offHold = eventOf('call-started', 'aircall:2', { occurredAt: minute(6), isOffHold: true });
    expect(outcomeOf(superseded, offHold)).toBe('superseded');
  });
});

test('only times of the sender are compared: an end without a time does not refuse a start whose clock is behind', () => {
  expect(outcomeOf(idle, eventOf('call-started', 'aircall:2', { occurredAt: minute(0) }))).toBe('started');
});

test('a call that ends again is over until its last end, so that a late start of its time before opens no call', () => {
  const end = (minutes: number) => eventOf('call-ended', 'aircall:2', { occurredAt: minute(minutes) });
  // The call was transferred away after 1 minute, came back after 2 and ended after 3: the start came last.
  const over = after(live, end(1), end(3), end(1));
  expect(outcomeOf(over, eventOf('call-started', 'aircall:2', { occurredAt: minute(2) }))).toBe('recorded only');
  expect(outcomeOf(over, eventOf('call-started', 'aircall:2', { occurredAt: minute(4) }))).toBe('started');
});

test('a call that the end of another one ended, whose start is delayed, comes back off hold, with its pause', () => {
  const rep = after(
    newPlatformRep,
    eventOf('call-started', 'five9:1', { occurredAt: minute(0) }),
    eventOf('recording-paused', 'five9:1', { occurredAt: minute(1) }),
    eventOf('call-ended', 'five9:2', { occurredAt: minute(3) }),
    eventOf('call-started', 'five9:2', { occurredAt: minute(2) }),
  );
  expect(rep.state.call).toBeNull();
  expect(outcomeOf(rep, eventOf('call-started', 'five9:1', { occurredAt: minute(0) }))).toBe('recorded only');
  const offHold = eventOf('call-started', 'five9:1', { occurredAt: minute(4), isOffHold: true });
  const back = after(rep, offHold);
  expect([liveOf(back), back.state.recordingPaused]).toEqual(['five9:1', true]);
  const ended = after(rep, eventOf('call-ended', 'five9:1', { occurredAt: minute(4) }));
  expect(outcomeOf(ended, offHold)).toBe('recorded only');
});

test('the end of a call that another one superseded says that it does not come back', () => {
  const offHold = eventOf('call-started', 'aircall:1', { isOffHold: true });
  expect(outcomeOf(live, offHold)).toBe('superseded');
  expect(outcomeOf(after(live, eventOf('call-ended', 'aircall:1')), offHold)).toBe('recorded only');
});

describe('the pause of an earlier call', () => {
  const pauseOf = (platformCall: string | null) => eventOf('recording-paused', platformCall);
  const resumeOf = (platformCall: string | null) => eventOf('recording-resumed', platformCall);

  test.each<[string, RepEvent[], boolean]>([
    ['is ended by the resume of that call', [resumeOf('aircall:1')], false],
    ['is ended by a resume of the live call', [resumeOf('aircall:2')], false],
    ['is not ended by the end of that call', [eventOf('call-ended', 'aircall:1')], true],
    ['becomes one of the live call that pauses too', [pauseOf('aircall:2'), resumeOf('aircall:1')], true],
    ['becomes one of a webhook that pauses too', [pauseOf(null), resumeOf('aircall:1')], true],
    ['ends with the live call', [eventOf('call-ended', null)], false],
  ])('%s', (_what, events, isPaused) => {
    expect(isPausedAfter(pauseOf('aircall:1'), ...events)).toBe(isPaused);
  });

  test('does not let its resume end an earlier pause of the live call', () => {
    expect(isPausedAfter(pauseOf('aircall:2'), pauseOf('aircall:1'), resumeOf('aircall:1'))).toBe(true);
  });

  test('does not come back with the live call that it paused', () => {
    const paused = after(live, pauseOf('aircall:1'), eventOf('call-started', 'aircall:3'));
    expect(after(paused, eventOf('call-started', 'aircall:2')).state.recordingPaused).toBe(false);
  });
});

describe('a call of the platform that another one superseded', () => {
  const other = eventOf('call-started', 'aircall:3');
  const back = eventOf('call-started', 'aircall:2', { isOffHold: true });
  const resume = eventOf('recording-resumed', 'aircall:2');
  const pause = eventOf('recording-paused', 'aircall:2');
  const end = eventOf('call-ended', 'aircall:2');
  const endOfOther = eventOf('call-ended', 'aircall:3');

  test.each<[string, RepEvent[], boolean]>([
    ['was paused', [pause, other, endOfOther, back], true],
    ['was paused, and comes back during the other one', [pause, other, back], true],
    ['was not paused', [other, endOfOther, back], false],
    ['was paused and is resumed meanwhile', [pause, other, resume, endOfOther, back], false],
    ['is paused meanwhile', [other, endOfOther, pause, back], true],
    ['was paused and is resumed after it is back', [pause, other, endOfOther, back, resume], false],
    ['was paused and has ended', [pause, other, end, endOfOther], false],
  ])('that %s', (_what, events, isPaused) => {
    expect(isPausedAfter(...events)).toBe(isPaused);
    expect(isPausedAfter(other)).toBe(false);
  });

  test('opens paused in one step', () => {
    const { decision } = step(after(live, pause, other, endOfOther), back);
    expect(decision.transitions).toMatchObject([{ step: 'started', state: { recordingPaused: true } }]);
  });
});

describe('with another id that lasts', () => {
  const lasting = { callIdLasts: true };
  const on = (platformCall: string | null) => after(newPlatformRep, eventOf('call-started', platformCall));

  test('an end is of a call that was not answered, unless the live call has no id of that platform', () => {
    const end = eventOf('call-ended', 'aircall:9', lasting);
    expect(outcomeOf(live, end)).toBe('recorded only');
    expect(pastOf(after(live, end)).map(({ name, left }) => [name, left])).toEqual([
      ['aircall:9', 'ended'],
      ['aircall:1', 'superseded'],
    ]);
    for (const platformCall of [null, 'twilio:2', 'aircall:9'])
      expect(outcomeOf(on(platformCall), end)).toBe('applied');
  });

  test.each(['hold-started', 'hold-ended'] as const)(
    '%s is of a call whose start is delayed, unless the live call has no id of that platform',
    (event) => {
      const hold = eventOf(event, 'aircall:9', lasting);
      expect(outcomeOf(live, hold)).toBe('recorded only');
      for (const platformCall of [null, 'twilio:2', 'aircall:9']) {
        expect(outcomeOf(on(platformCall), hold)).toBe('applied');
      }
    },
  );
});

describe('where an end is final', () => {
  const final = { endIsFinal: true };
  const end = eventOf('call-ended', 'twilio:1', { ...final, occurredAt: minute(1) });

  test.each([
    ['the time of the end', minute(1)],
    ['a later time', minute(2)],
    ['no time', null],
  ])('a start that its end overtook, with %s, opens no call, however often it comes', (_title, occurredAt) => {
    const start = eventOf('call-started', 'twilio:1', { ...final, occurredAt });
    for (const rep of [newPlatformRep, live, after(newPlatformRep, eventOf('call-started', 'twilio:1', final))]) {
      const ended = after(rep, end);
      expect(outcomeOf(ended, start)).toBe('recorded only');
      expect(outcomeOf(after(ended, start, end, start), start)).toBe('recorded only');
    }
  });

  test('a call that another one superseded comes back', () => {
    const start = eventOf('call-started', 'twilio:1', final);
    const superseded = after(newPlatformRep, start, eventOf('call-started', 'twilio:2', final));
    expect(outcomeOf(superseded, start)).toBe('superseded');
  });
});

test('the calls are not changed in place', () => {
  const before = structuredClone(live);
  for (const name of ['call-started', 'call-ended', 'recording-paused', 'recording-resumed'] as const) {
    for (const platformCall of ['aircall:1', 'aircall:2', null]) step(live, eventOf(name, platformCall));
  }
  expect(live).toEqual(before);
});
