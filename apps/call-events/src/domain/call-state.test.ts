import { type CallEventName, type CustomerMatch, callEventNames } from '@callside/schemas';
import { type Decision, decide, initialRepState, type StateEvent } from './call-state.ts';
import type { RepState } from './rep-state.ts';

const at = new Date('2026-01-01T10:00:00Z');
const later = new Date('2026-01-01T10:05:00Z');

const live: RepState = {
  version: 7,
  call: {
    id: 'id-1',
    reference: 'ref-1',
    phoneNumber: '+14155550134',
    customerId: 'c1',
    customer: null,
    startedAt: at,
  },
  platformCall: 'aircall:2',
  platformStartedAt: null,
  pastPlatformCalls: [{ platformCall: 'aircall:1', hasEnded: false, endedAt: null, recordingPaused: false }],
  onHold: false,
  recordingPaused: false,
  pausedBy: null,
  recordingSequence: at.getTime(),
};

const states: Record<string, RepState> = {
  'never on a call': initialRepState,
  'no live call': { ...live, call: null, platformCall: null },
  'live, unpaused': live,
  'live, on hold': { ...live, onHold: true },
  'live, paused': { ...live, recordingPaused: true },
  'live, paused and on hold': { ...live, recordingPaused: true, onHold: true },
};

const newCall = { id: 'id-2', reference: 'ref-2' };
const customer: CustomerMatch = {
  match: 'one',
  customer_id: '007',
  name: 'Ada Example',
  phone_number: null,
  candidates: [],
};
const start = { event: 'call-started', customer, newCall } as const;
const starts: Record<string, StateEvent> = {
  'same call': { ...start, phoneNumber: '+14155550134', customerId: 'c1' },
  'same number, no customer': { ...start, phoneNumber: '+14155550134', customerId: null },
  'same number, another customer': { ...start, phoneNumber: '+14155550134', customerId: 'c2' },
  'another number': { ...start, phoneNumber: '+14155550199', customerId: 'c1' },
  'same number, the same call of the platform': {
    ...start,
    phoneNumber: '+14155550134',
    customerId: null,
    platformCall: 'aircall:2',
  },
  'same number, another call of the platform': {
    ...start,
    phoneNumber: '+14155550134',
    customerId: null,
    platformCall: 'aircall:3',
  },
};

const triggers: Record<string, StateEvent> = {
  ...starts,
  ...Object.fromEntries(
    callEventNames
      .filter((name): name is Exclude<CallEventName, 'call-started'> => name !== 'call-started')
      .map((event) => [event, { event }]),
  ),
  'end of the same call of the platform': { event: 'call-ended', platformCall: 'aircall:2' },
  'end of a call of the platform that never started': { event: 'call-ended', platformCall: 'aircall:3' },
  'end of an earlier call of the platform': { event: 'call-ended', platformCall: 'aircall:1' },
  'pause of an earlier call of the platform': { event: 'recording-paused', platformCall: 'aircall:1' },
  'resume of an earlier call of the platform': { event: 'recording-resumed', platformCall: 'aircall:1' },
  'hold of an earlier call of the platform': { event: 'hold-started', platformCall: 'aircall:1' },
  'end of a hold of an earlier call of the platform': { event: 'hold-ended', platformCall: 'aircall:1' },
};

/** The state after a trigger; `=` is unchanged. */
type Cell = '=' | { live: string | false; hold: boolean | '='; paused: boolean | '=' };

const idle: Cell = { live: false, hold: false, paused: false };
const fresh: Cell = { live: 'id-2', hold: false, paused: false };
// The states table of the specification.
const whileIdle: Record<string, Cell> = {
  'same call': fresh,
  'same number, no customer': fresh,
  'same number, another customer': fresh,
  'another number': fresh,
  'same number, the same call of the platform': fresh,
  'same number, another call of the platform': fresh,
  'end of the same call of the platform': '=',
  'end of a call of the platform that never started': '=',
  'end of an earlier call of the platform': '=',
  'pause of an earlier call of the platform': '=',
  'resume of an earlier call of the platform': '=',
  'hold of an earlier call of the platform': '=',
  'end of a hold of an earlier call of the platform': '=',
  'call-ended': '=',
  'hold-started': '=',
  'hold-ended': '=',
  'recording-paused': '=',
  'recording-resumed': '=',
};
const whileLive: Record<string, Cell> = {
  'same call': '=',
  'same number, no customer': '=',
  'same number, another customer': fresh,
  'another number': fresh,
  'same number, the same call of the platform': '=',
  'same number, another call of the platform': '=',
  'end of the same call of the platform': idle,
  'end of a call of the platform that never started': idle,
  'end of an earlier call of the platform': '=',
  'pause of an earlier call of the platform': { live: 'id-1', hold: '=', paused: true },
  'resume of an earlier call of the platform': '=',
  'hold of an earlier call of the platform': '=',
  'end of a hold of an earlier call of the platform': '=',
  'call-ended': idle,
  'hold-started': { live: 'id-1', hold: true, paused: '=' },
  'hold-ended': { live: 'id-1', hold: false, paused: '=' },
  'recording-paused': { live: 'id-1', hold: '=', paused: true },
  'recording-resumed': { live: 'id-1', hold: '=', paused: false },
};

const outcomes: Record<string, [whileIdle: Decision['outcome'], whileLive: Decision['outcome']]> = {
  'same call': ['started', 'resent'],
  'same number, no customer': ['started', 'resent'],
  'same number, another customer': ['started', 'superseded'],
  'another number': ['started', 'superseded'],
  'same number, the same call of the platform': ['started', 'resent'],
  'same number, another call of the platform': ['started', 'resent'],
  'end of the same call of the platform': ['recorded only', 'applied'],
  'end of a call of the platform that never started': ['recorded only', 'applied'],
  'end of an earlier call of the platform': ['recorded only', 'recorded only'],
  'pause of an earlier call of the platform': ['recorded only', 'applied'],
  'resume of an earlier call of the platform': ['recorded only', 'recorded only'],
  'hold of an earlier call of the platform': ['recorded only', 'recorded only'],
  'end of a hold of an earlier call of the platform': ['recorded only', 'recorded only'],
  'call-ended': ['recorded only', 'applied'],
  'hold-started': ['recorded only', 'applied'],
  'hold-ended': ['recorded only', 'applied'],
  'recording-paused': ['recorded only', 'applied'],
  'recording-resumed': ['recorded only', 'applied'],
};

const steps: Record<Decision['outcome'], number> = {
  started: 1,
  resent: 0,
  superseded: 2,
  applied: 1,
  'recorded only': 0,
};

describe.each(Object.entries(states))('the state "%s"', (_status, state) => {
  const isLive = state.call !== null;

  test.each(Object.entries(triggers))('follows the states table at the trigger "%s"', (name, trigger) => {
    const cell = (isLive ? whileLive : whileIdle)[name];
    const outcome = outcomes[name]?.[isLive ? 1 : 0];
    const decision = decide(state, trigger, later);

    expect(decision.outcome).toBe(outcome);
    expect(decision.transitions).toHaveLength(steps[decision.outcome]);
    expect(decision.state.version).toBe(state.version + steps[decision.outcome]);
    if (cell === '=' || cell === undefined) {
      expect(cell).toBe('=');
      expect({ ...decision.state, pastPlatformCalls: state.pastPlatformCalls }).toEqual(state);
      return;
    }
    expect(decision.state.call?.id ?? false).toBe(cell.live);
    expect(decision.state.onHold).toBe(cell.hold === '=' ? state.onHold : cell.hold);
    expect(decision.state.recordingPaused).toBe(cell.paused === '=' ? state.recordingPaused : cell.paused);
    const touchesRecording = !name.startsWith('hold-');
    if (touchesRecording) expect(decision.state.recordingSequence).toBeGreaterThan(state.recordingSequence);
    else expect(decision.state.recordingSequence).toBe(state.recordingSequence);
  });

  test('is not changed in place', () => {
    const before = structuredClone(state);
    for (const trigger of Object.values(triggers)) decide(state, trigger, later);
    expect(state).toEqual(before);
  });
});

test('a call has the number, customer and time of receipt of its start', () => {
  const { state } = decide(initialRepState, { ...start, phoneNumber: '1', customerId: '007' }, later);
  expect(state.call).toEqual({ ...newCall, phoneNumber: '1', customerId: '007', customer, startedAt: later });
});

test('a resend without a customer keeps the customer of the live call', () => {
  expect(decide(live, triggers['same number, no customer']!, later).state.call?.customerId).toBe('c1');
});

test('an implicit end comes before the start that caused it, and names the old call', () => {
  const { transitions } = decide({ ...live, recordingPaused: true, onHold: true }, starts['another number']!, later);
  expect(transitions).toMatchObject([
    {
      step: 'ended',
      endReason: 'superseded',
      call: { id: 'id-1' },
      state: { version: 8, call: null, onHold: false, recordingPaused: false },
    },
    {
      step: 'started',
      call: { id: 'id-2' },
      state: { version: 9, call: { id: 'id-2' }, onHold: false, recordingPaused: false },
    },
  ]);
});

test('an end that the dialler reported has another reason than an implicit end', () => {
  expect(decide(live, { event: 'call-ended' }, later).transitions).toMatchObject([
    { step: 'ended', endReason: 'ended' },
  ]);
});

test('the calls of the platform that are over are remembered, the newest first, and only the last ten', () => {
  let state = initialRepState;
  const at = (call: number) => ({
    ...start,
    phoneNumber: String(call),
    customerId: null,
    platformCall: `twilio:${call}`,
  });
  for (let call = 1; call <= 12; call += 1) ({ state } = decide(state, at(call), later));
  ({ state } = decide(state, { event: 'call-ended', platformCall: 'twilio:12' }, later));
  expect(state.platformCall).toBeNull();
  expect(state.pastPlatformCalls).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((call) => ({
      platformCall: `twilio:${call}`,
      hasEnded: call === 12,
      endedAt: null,
      recordingPaused: false,
    })),
  );
});

test('a call of the platform that starts again is ended by its end', () => {
  const back = { ...start, phoneNumber: '+14155550199', customerId: null, platformCall: 'aircall:1' };
  const { state } = decide(live, back, later);
  expect(decide(state, { event: 'call-ended', platformCall: 'aircall:2' }, later).outcome).toBe('recorded only');
  expect(decide(state, { event: 'call-ended', platformCall: 'aircall:1' }, later).outcome).toBe('applied');
});

test('a live call without an id of the platform gets that of the start that comes again, and no other one later', () => {
  const unnamed = { ...live, platformCall: null };
  const again = (platformCall: string | null) => ({
    ...start,
    phoneNumber: '+14155550134',
    customerId: null,
    platformCall,
  });
  const { outcome, state } = decide(unnamed, again('aircall:2'), later);
  expect(outcome).toBe('resent');
  expect(state).toEqual(live);
  expect(decide(state, again('aircall:3'), later).state).toBe(state);
  expect(decide(unnamed, again(null), later).state).toBe(unnamed);
  const next = decide(state, starts['another number']!, later).state;
  expect(decide(next, { event: 'call-ended', platformCall: 'aircall:2' }, later).outcome).toBe('recorded only');
});

describe('a live call that came back by a transfer before its earlier end arrived', () => {
  const minute = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const startAt = (minutes: number, platformCall: string): StateEvent => ({
    ...start,
    phoneNumber: '+14155550134',
    customerId: null,
    platformCall,
    occurredAt: minute(minutes),
  });
  const eventAt = (minutes: number, event: 'call-ended' | 'hold-started' | 'recording-resumed', platformCall: string) =>
    ({ event, platformCall, occurredAt: minute(minutes) }) as const;

  test.each([
    ['under the same id', 'twilio:1'],
    ['under another id', 'twilio:2'],
  ])('%s stays live until its last end', (_id, second) => {
    const before = decide(initialRepState, startAt(0, 'twilio:1'), later).state;
    const { outcome, state } = decide(before, startAt(3, second), later);
    expect({ outcome, state }).toEqual({
      outcome: 'resent',
      state: { ...before, platformCall: second, platformStartedAt: minute(3) },
    });
    for (const event of ['hold-started', 'call-ended'] as const) {
      expect(decide(state, eventAt(1, event, 'twilio:1'), later).outcome).toBe('recorded only');
    }
    expect(decide(state, eventAt(4, 'call-ended', second), later).outcome).toBe('applied');
  });

  test('is resumed by a late resume: its pause may have come', () => {
    const events = [startAt(0, 'twilio:1'), { event: 'recording-paused', platformCall: 'twilio:1' } as const];
    const all = [...events, startAt(3, 'twilio:1'), eventAt(1, 'recording-resumed', 'twilio:1')];
    const state = all.reduce((before, event) => decide(before, event, later).state, initialRepState);
    expect(state.recordingPaused).toBe(false);
  });

  test('comes back off hold when the start by which it had come back is later than that of the next call', () => {
    const end = eventAt(1, 'call-ended', 'twilio:1');
    const next = { ...startAt(4, 'twilio:2'), phoneNumber: '+14155550199' } as StateEvent;
    const offHold = { ...startAt(5, 'twilio:1'), isOffHold: true } as StateEvent;
    const after = (...events: StateEvent[]) =>
      events.reduce((before, event) => decide(before, event, later).state, initialRepState);
    const first = startAt(0, 'twilio:1');
    expect(after(first, end, next, startAt(3, 'twilio:1'), offHold).platformCall).toBe('twilio:1');
    // The first start again: the call has not come back.
    expect(after(first, end, next, first, offHold).platformCall).toBe('twilio:2');
  });
});

describe('an event of another call of the platform from before the live one', () => {
  const startOf = (platformCall: string, occurredAt: Date | null, phoneNumber: string): StateEvent => ({
    ...start,
    phoneNumber,
    customerId: null,
    platformCall,
    occurredAt,
  });
  const { state } = decide(initialRepState, startOf('aircall:8', later, '+14155550134'), later);
  const of7 = { platformCall: 'aircall:7', occurredAt: at };

  test.each<[string, StateEvent, Decision['outcome']]>([
    ['its start', startOf('aircall:7', at, '+14155550199'), 'recorded only'],
    ['its start, with the number of the live call', startOf('aircall:7', at, '+14155550134'), 'resent'],
    ['its start without a time', startOf('aircall:7', null, '+14155550199'), 'superseded'],
    ['its start at the time of the live one', startOf('aircall:7', later, '+14155550199'), 'superseded'],
    ['its start, of another platform', startOf('five9:7', at, '+14155550199'), 'superseded'],
    ['its end', { event: 'call-ended', ...of7 }, 'recorded only'],
    ['its hold', { event: 'hold-started', ...of7 }, 'recorded only'],
    ['its pause', { event: 'recording-paused', ...of7 }, 'applied'],
    ['its resume', { event: 'recording-resumed', ...of7 }, 'recorded only'],
  ])('%s', (_name, event, outcome) => {
    expect(decide(state, event, later).outcome).toBe(outcome);
  });

  test('its end after its late start ends nothing, also without a time', () => {
    const started = decide(state, startOf('aircall:7', at, '+14155550199'), later).state;
    const ended = decide(started, { event: 'call-ended', platformCall: 'aircall:7' }, later);
    expect(ended).toMatchObject({ outcome: 'recorded only', state: { platformCall: 'aircall:8' } });
  });
});

test('the second end of a call whose start was lost, or was taken for one with another id, does not end the next call', () => {
  const end = { event: 'call-ended', platformCall: 'aircall:9' } as const;
  for (const before of [initialRepState, live]) {
    const { state } = decide(before, end, later);
    expect(state.version).toBe(before === live ? live.version + 1 : initialRepState.version);
    const next = decide(state, { ...starts['another number']!, platformCall: 'aircall:10' }, later).state;
    expect(decide(next, end, later)).toEqual({ outcome: 'recorded only', state: next, transitions: [] });
  }
});

test('the end that comes before the start of its call ends it when it comes again', () => {
  const end = { event: 'call-ended', platformCall: 'aircall:9' } as const;
  const { state } = decide(initialRepState, end, later);
  const started = decide(state, { ...starts['another number']!, platformCall: 'aircall:9' }, later).state;
  expect(decide(started, end, later).outcome).toBe('applied');
});

describe('after the end of a call of the platform', () => {
  const endedAt = new Date('2026-01-01T10:04:00Z');
  const { state: idle } = decide(live, { event: 'call-ended', platformCall: 'aircall:2', occurredAt: endedAt }, later);
  const next = decide(idle, { ...starts['another number']!, platformCall: 'aircall:3' }, later).state;
  const startAt = (time: string): StateEvent => ({
    ...start,
    phoneNumber: '+14155550134',
    customerId: null,
    platformCall: 'aircall:2',
    occurredAt: new Date(time),
  });

  test.each([
    ['a start from before the end', startAt('2026-01-01T10:03:59Z')],
    ['a start at the end of a hold', { ...startAt('2026-01-01T10:04:01Z'), isOffHold: true } as StateEvent],
    ['a hold', { event: 'hold-started', platformCall: 'aircall:2' } as StateEvent],
    ['the end of a hold', { event: 'hold-ended', platformCall: 'aircall:2' } as StateEvent],
    ['a resume', { event: 'recording-resumed', platformCall: 'aircall:2' } as StateEvent],
    ['a pause from before', { event: 'recording-paused', platformCall: 'aircall:2', occurredAt: at } as StateEvent],
  ])('%s opens no call and does not change the next one', (_event, late) => {
    for (const state of [idle, next]) {
      expect(decide(state, late, later)).toEqual({ outcome: 'recorded only', state, transitions: [] });
    }
  });

  test.each(['2026-01-01T10:04:01Z', '2026-01-01T10:04:00Z'])(
    'a start at the same time or later brings it back: %s',
    (time) => {
      const back = decide(idle, startAt(time), later).state;
      expect(back).toMatchObject({ call: { id: 'id-2' }, platformCall: 'aircall:2' });
      const late = decide(back, { event: 'call-ended', platformCall: 'aircall:2', occurredAt: at }, later);
      expect(late).toEqual({ outcome: 'recorded only', state: back, transitions: [] });
      const again = decide(back, { event: 'call-ended', platformCall: 'aircall:2', occurredAt: new Date(time) }, later);
      expect(again.outcome).toBe('applied');
      const sharedTime = decide(back, { event: 'recording-paused', platformCall: 'aircall:2', occurredAt: at }, later);
      expect(sharedTime.state.recordingPaused).toBe(true);
      const replaced = decide(back, { ...starts['another number']!, platformCall: 'aircall:4' }, later).state;
      const offHold = { ...startAt('2026-01-01T10:06:00Z'), isOffHold: true };
      expect(decide(replaced, offHold, later).outcome).toBe('superseded');
    },
  );
});

test('only times of the sender are compared: an end without a time does not refuse a start whose clock is behind', () => {
  const idle = decide(live, { event: 'call-ended', platformCall: 'aircall:2' }, later).state;
  const back = { ...starts['another number']!, platformCall: 'aircall:2', occurredAt: at };
  expect(decide(idle, back, later).outcome).toBe('started');
});

test('a call that ends again is over until its last end, so that a late start of its time before opens no call', () => {
  const minute = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const end = (minutes: number) =>
    ({ event: 'call-ended', platformCall: 'aircall:2', occurredAt: minute(minutes) }) as const;
  // The call was transferred away after 1 minute, came back after 2 and ended after 3: the start came last.
  const idle = [end(1), end(3), end(1)].reduce((before, event) => decide(before, event, later).state, live);
  const start = { ...starts['another number']!, platformCall: 'aircall:2' };
  expect(decide(idle, { ...start, occurredAt: minute(2) }, later)).toMatchObject({
    outcome: 'recorded only',
    state: idle,
  });
  expect(decide(idle, { ...start, occurredAt: minute(4) }, later).outcome).toBe('started');
});

test('a call that the end of another one ended, whose start is delayed, comes back off hold, with its pause', () => {
  const minute = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const customer = { ...start, phoneNumber: '+14155550134', customerId: null, platformCall: 'five9:1' };
  const colleague = { ...start, phoneNumber: '+14155550199', customerId: null, platformCall: 'five9:2' };
  const events: StateEvent[] = [
    { ...customer, occurredAt: minute(0) },
    { event: 'recording-paused', platformCall: 'five9:1', occurredAt: minute(1) },
    { event: 'call-ended', platformCall: 'five9:2', occurredAt: minute(3) },
    { ...colleague, occurredAt: minute(2) },
  ];
  const state = events.reduce((before, event) => decide(before, event, later).state, initialRepState);
  expect(state.call).toBeNull();
  expect(decide(state, { ...customer, occurredAt: minute(0) }, later).outcome).toBe('recorded only');
  const offHold = { ...customer, isOffHold: true, occurredAt: minute(4) };
  expect(decide(state, offHold, later)).toMatchObject({
    outcome: 'started',
    state: { platformCall: 'five9:1', recordingPaused: true },
  });
  const ended = decide(state, { event: 'call-ended', platformCall: 'five9:1', occurredAt: minute(4) }, later).state;
  expect(decide(ended, offHold, later).outcome).toBe('recorded only');
});

test('the end of a call that another one replaced says that it does not come back', () => {
  const offHold = {
    ...start,
    phoneNumber: '+14155550199',
    customerId: null,
    platformCall: 'aircall:1',
    isOffHold: true,
  } as const;
  expect(decide(live, offHold, later).outcome).toBe('superseded');
  const { state, outcome } = decide(live, { event: 'call-ended', platformCall: 'aircall:1' }, later);
  expect(outcome).toBe('recorded only');
  expect(decide(state, offHold, later)).toEqual({ outcome: 'recorded only', state, transitions: [] });
});

describe('the pause of an earlier call', () => {
  const pauseOf = (platformCall: string) => ({ event: 'recording-paused', platformCall }) as const;
  const resumeOf = (platformCall: string) => ({ event: 'recording-resumed', platformCall }) as const;
  const isPausedAfter = (...events: StateEvent[]) =>
    events.reduce((state, event) => decide(state, event, later).state, live).recordingPaused;

  test.each<[string, StateEvent[], boolean]>([
    ['is ended by the resume of that call', [resumeOf('aircall:1')], false],
    ['is ended by a resume of the live call', [resumeOf('aircall:2')], false],
    ['becomes one of the live call that pauses too', [pauseOf('aircall:2'), resumeOf('aircall:1')], true],
    ['ends with the live call', [{ event: 'call-ended' }], false],
  ])('%s', (_what, events, isPaused) => {
    expect(isPausedAfter(pauseOf('aircall:1'), ...events)).toBe(isPaused);
  });

  test('does not let its resume end an earlier pause of the live call', () => {
    expect(isPausedAfter(pauseOf('aircall:2'), pauseOf('aircall:1'), resumeOf('aircall:1'))).toBe(true);
  });
});

describe('a call of the platform that another one replaced', () => {
  const other = { ...starts['another number']!, platformCall: 'aircall:3' };
  const back = { ...start, phoneNumber: '+14155550134', customerId: null, platformCall: 'aircall:2', isOffHold: true };
  const resume = { event: 'recording-resumed', platformCall: 'aircall:2' } as const;
  const pause = { event: 'recording-paused', platformCall: 'aircall:2' } as const;
  const endOfOther = { event: 'call-ended', platformCall: 'aircall:3' } as const;

  test.each<[string, StateEvent[], boolean]>([
    ['was paused', [pause, other, endOfOther, back], true],
    ['was paused, and comes back during the other one', [pause, other, back], true],
    ['was not paused', [other, endOfOther, back], false],
    ['was paused and is resumed meanwhile', [pause, other, resume, endOfOther, back], false],
    ['is paused meanwhile', [other, endOfOther, pause, back], true],
    ['was paused and is resumed after it is back', [pause, other, endOfOther, back, resume], false],
    ['was paused and has ended', [pause, other, { event: 'call-ended', platformCall: 'aircall:2' }, endOfOther], false],
  ])('that %s', (_what, events, isPaused) => {
    const state = events.reduce((before, event) => decide(before, event, later).state, live);
    expect(state.recordingPaused).toBe(isPaused);
    expect(decide(live, other, later).state.recordingPaused).toBe(false);
  });
});

test('an end with another id that lasts is of a call that was not answered, unless the live call has no id of that platform', () => {
  const end = { event: 'call-ended', platformCall: 'aircall:9', callIdLasts: true } as const;
  const { state, outcome } = decide(live, end, later);
  expect(outcome).toBe('recorded only');
  expect(state).toEqual({
    ...live,
    pastPlatformCalls: [
      { platformCall: 'aircall:9', hasEnded: true, endedAt: null, recordingPaused: false },
      ...live.pastPlatformCalls,
    ],
  });
  for (const platformCall of [null, 'twilio:2', 'aircall:9']) {
    expect(decide({ ...live, platformCall }, end, later).outcome).toBe('applied');
  }
});

test.each(['hold-started', 'hold-ended'] as const)(
  'with another id that lasts, %s is of a call whose start is delayed, unless the live call has no id of that platform',
  (event) => {
    const hold = { event, platformCall: 'aircall:9', callIdLasts: true };
    expect(decide(live, hold, later)).toEqual({ outcome: 'recorded only', state: live, transitions: [] });
    for (const platformCall of [null, 'twilio:2', 'aircall:9']) {
      expect(decide({ ...live, platformCall }, hold, later).outcome).toBe('applied');
    }
  },
);
