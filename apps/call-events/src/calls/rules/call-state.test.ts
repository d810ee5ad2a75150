import type { CustomerMatch } from '@callside/schemas';
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
  onHold: false,
  recordingPaused: false,
  recordingSequence: at.getTime(),
};

const states: Record<string, RepState> = {
  'never on a call': initialRepState,
  'no live call': { ...live, call: null },
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
const start = (phoneNumber: string, customerId: string | null) =>
  ({ event: 'call-started', customer, newCall, phoneNumber, customerId }) as const;

const resend = start('+14155550134', 'c1');
const resendWithoutCustomer = start('+14155550134', null);
const anotherCustomer = start('+14155550134', 'c2');
const anotherNumber = start('+14155550199', 'c1');

/** What becomes of a state; `=`: it stays as it is. */
interface Cell {
  outcome: Decision['outcome'];
  live: string | false;
  hold: boolean | '=';
  paused: boolean | '=';
}

const recorded: Cell = { outcome: 'recorded only', live: false, hold: '=', paused: '=' };
const opened: Cell = { outcome: 'started', live: 'id-2', hold: false, paused: false };
const kept: Cell = { outcome: 'resent', live: 'id-1', hold: '=', paused: '=' };
const superseded: Cell = { outcome: 'superseded', live: 'id-2', hold: false, paused: false };
const ended: Cell = { outcome: 'applied', live: false, hold: false, paused: false };
const changed: Cell = { outcome: 'applied', live: 'id-1', hold: '=', paused: '=' };

// The states table of the specification.
const table: [trigger: string, event: StateEvent, whileIdle: Cell, whileLive: Cell][] = [
  ['call-started, same number and customer', resend, opened, kept],
  ['call-started, same number, customer absent', resendWithoutCustomer, opened, kept],
  ['call-started, same number, another customer', anotherCustomer, opened, superseded],
  ['call-started, another number', anotherNumber, opened, superseded],
  ['call-ended', { event: 'call-ended' }, recorded, ended],
  ['hold-started', { event: 'hold-started' }, recorded, { ...changed, hold: true }],
  ['hold-ended', { event: 'hold-ended' }, recorded, { ...changed, hold: false }],
  ['recording-paused', { event: 'recording-paused' }, recorded, { ...changed, paused: true }],
  ['recording-resumed', { event: 'recording-resumed' }, recorded, { ...changed, paused: false }],
];

const steps: Record<Decision['outcome'], number> = {
  started: 1,
  resent: 0,
  superseded: 2,
  applied: 1,
  'recorded only': 0,
};

describe.each(Object.entries(states))('the state "%s"', (_status, state) => {
  test.each(table)('follows the states table at %s', (_trigger, event, whileIdle, whileLive) => {
    const cell = state.call === null ? whileIdle : whileLive;
    const { outcome, transitions, state: next } = decide(state, event, later);
    expect(outcome).toBe(cell.outcome);
    expect(transitions).toHaveLength(steps[outcome]);
    expect(next.version).toBe(state.version + steps[outcome]);
    expect(next.call?.id ?? false).toBe(cell.live);
    expect(next.onHold).toBe(cell.hold === '=' ? state.onHold : cell.hold);
    expect(next.recordingPaused).toBe(cell.paused === '=' ? state.recordingPaused : cell.paused);
    if (steps[outcome] === 0) expect(next).toBe(state);
    else if (event.event.startsWith('hold-')) expect(next.recordingSequence).toBe(state.recordingSequence);
    else expect(next.recordingSequence).toBeGreaterThan(state.recordingSequence);
  });

  test('is not changed in place', () => {
    const before = structuredClone(state);
    for (const [, event] of table) decide(state, event, later);
    expect(state).toEqual(before);
  });
});

test('a call has the number, customer and time of receipt of its start', () => {
  const { state } = decide(initialRepState, start('1', '007'), later);
  expect(state.call).toEqual({ ...newCall, phoneNumber: '1', customerId: '007', customer, startedAt: later });
});

test('a resend without a customer keeps the customer of the live call', () => {
  expect(decide(live, resendWithoutCustomer, later).state.call?.customerId).toBe('c1');
});

test('an implicit end comes before the start that caused it, and names the old call', () => {
  const { transitions } = decide({ ...live, recordingPaused: true, onHold: true }, anotherNumber, later);
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

test('the ids of a platform say whether a start is of the live call, in place of number and customer', () => {
  expect(decide(live, { ...anotherNumber, namesLiveCall: true }, later).outcome).toBe('resent');
  expect(decide(live, { ...resend, namesLiveCall: false }, later).outcome).toBe('superseded');
});

test('a call of a platform that comes back paused opens paused, in one step', () => {
  const { transitions } = decide(initialRepState, { ...resend, opensPaused: true }, later);
  expect(transitions).toMatchObject([{ step: 'started', state: { recordingPaused: true, onHold: false } }]);
});
