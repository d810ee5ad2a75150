import type { PastPlatformCall } from '../domain/rep-state.ts';
import { type RepRow, toPastCallStates, toRepSnapshot } from './rep-rows.ts';

const row: RepRow = {
  user_id: 'user-1',
  email: 'ann@reps.example',
  position: '0',
  lost_companions: 0,
  version: '7',
  call_id: null,
  call_reference: null,
  phone_number: null,
  customer_id: null,
  customer: null,
  call_started_at: null,
  on_hold: false,
  recording_paused: false,
  recording_sequence: '1',
  confirmed_sequence: null,
  confirmed_paused: null,
  confirmed_at: null,
  companions: 0,
  acknowledged_sequence: null,
  acknowledged_at: null,
};

const replaced = { hasEnded: false, endedAt: null, recordingPaused: false };
const pastCallsOf = (columns: Partial<RepRow>) => toRepSnapshot({ ...row, ...columns }).state.pastPlatformCalls;

/** The columns as they are stored. */
function columnsOf(past: PastPlatformCall[]): Partial<RepRow> {
  const state = { ...toRepSnapshot(row).state, pastPlatformCalls: past };
  return {
    past_platform_calls: past.map(({ platformCall }) => platformCall),
    past_call_states: JSON.parse(toPastCallStates(state)),
  };
}

test('earlier calls of the platform are read as they were stored', () => {
  const past = [
    { platformCall: 'aircall:3', hasEnded: true, endedAt: new Date('2026-01-01T10:00:00Z'), recordingPaused: false },
    { platformCall: 'aircall:2', hasEnded: true, endedAt: null, recordingPaused: false },
    { platformCall: 'aircall:1', hasEnded: false, endedAt: null, recordingPaused: true },
  ];
  expect(pastCallsOf(columnsOf(past))).toEqual(past);
});

test('earlier calls that the previous release stored were replaced, unpaused', () => {
  const past_platform_calls = ['aircall:2', 'aircall:1'];
  expect(pastCallsOf({ past_platform_calls, past_call_states: {} })).toEqual([
    { platformCall: 'aircall:2', ...replaced },
    { platformCall: 'aircall:1', ...replaced },
  ]);
});

test('a call that a deactivation ended is an earlier one, once, also if it had ended before and come back', () => {
  const ended = { platformCall: 'aircall:1', hasEnded: true, endedAt: new Date(0), recordingPaused: false };
  const past = pastCallsOf({ ...columnsOf([ended]), platform_call: 'aircall:1', platform_call_of: 'call-1' });
  expect(past).toEqual([{ platformCall: 'aircall:1', ...replaced }]);
});
