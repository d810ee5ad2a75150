import { applyEvent, firstState, type ModelEvent, type ModelState } from './call-model.ts';

const start = (reference: string, phoneNumber = '+14155550001', customerId: string | null = null): ModelEvent => ({
  event: 'call-started',
  reference,
  phoneNumber,
  customerId,
  receivedMs: 1000,
});
const plain = (event: Exclude<ModelEvent['event'], 'call-started'>, receivedMs = 2000): ModelEvent => ({
  event,
  reference: null,
  phoneNumber: null,
  customerId: null,
  receivedMs,
});

function after(...events: ModelEvent[]): ModelState {
  return events.reduce((state, event) => applyEvent(state, event).states.at(-1) ?? state, firstState);
}

it('the model opens a call without a pause', () => {
  expect(after(start('a'))).toMatchObject({ version: 1, sequence: 1000, paused: false, call: { reference: 'a' } });
});

it('the model clears a pause and a hold at the end of the call', () => {
  const state = after(start('a'), plain('hold-started'), plain('recording-paused'), plain('call-ended'));
  expect(state).toMatchObject({ version: 4, call: null, paused: false, onHold: false });
});

it('the model ends a call at the start of another one, in two steps', () => {
  const { states } = applyEvent(after(start('a'), plain('recording-paused')), start('b', '+14155550002'));
  expect(states.map(({ version, paused, call }) => [version, paused, call?.reference])).toEqual([
    [3, false, undefined],
    [4, false, 'b'],
  ]);
});

it('the model treats the start of the live call as a resend, also when one of the two has no customer', () => {
  const live = after(start('a', '+14155550001', '7'));
  expect(applyEvent(live, start('b', '+14155550001', null)).isResend).toBe(true);
  expect(applyEvent(live, start('b', '+14155550001', '8')).isResend).toBe(false);
});

it('the model changes nothing without a call', () => {
  expect(applyEvent(firstState, plain('recording-paused'))).toEqual({
    isOnLiveCall: false,
    isResend: false,
    states: [],
  });
});

it('the model increases the sequence also when the clock does not advance', () => {
  expect(after(start('a'), plain('recording-paused', 1)).sequence).toBe(1001);
});
