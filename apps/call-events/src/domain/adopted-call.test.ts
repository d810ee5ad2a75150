import { decide, initialRepState, type StateEvent } from './call-state.ts';

const receivedAt = new Date('2026-11-20T09:00:00Z');
const startedAt = new Date('2026-11-20T08:30:00Z');

const adopted = (onHold: boolean, recordingPaused: boolean): StateEvent => ({
  event: 'call-started',
  phoneNumber: '+14155550134',
  customerId: null,
  customer: null,
  newCall: { id: 'call-1', reference: 'reference-1' },
  adopted: {
    startedAt,
    platformStartedAt: null,
    onHold,
    recordingPaused,
    pausedBy: recordingPaused ? 'five9:F2' : null,
    pastPlatformCalls: [{ platformCall: 'five9:F2', hasEnded: false, endedAt: null, recordingPaused: false }],
  },
});

test.each([
  [false, false],
  [true, true],
])('an adopted call opens with its start, its hold and its pause: %s, %s', (onHold, recordingPaused) => {
  const { outcome, state } = decide(initialRepState, adopted(onHold, recordingPaused), receivedAt);
  expect(outcome).toBe('started');
  expect(state).toMatchObject({ onHold, recordingPaused, recordingSequence: receivedAt.getTime(), version: 1 });
  expect(state.call?.startedAt).toEqual(startedAt);
});

test('the resume of the earlier call that paused an adopted call resumes it', () => {
  const { state } = decide(initialRepState, adopted(false, true), receivedAt);
  const resumed = decide(state, { event: 'recording-resumed', platformCall: 'five9:F2' }, receivedAt);
  expect(resumed.state.recordingPaused).toBe(false);
});

test('the late end of a call of the platform that was over before does not end it', () => {
  const before = {
    ...initialRepState,
    pastPlatformCalls: [{ platformCall: 'five9:F1', hasEnded: false, endedAt: null, recordingPaused: false }],
  };
  const { state } = decide(before, adopted(false, false), receivedAt);
  expect(state.pastPlatformCalls.map(({ platformCall }) => platformCall)).toEqual(['five9:F2', 'five9:F1']);
  expect(decide(state, { event: 'call-ended', platformCall: 'five9:F2' }, receivedAt).outcome).toBe('recorded only');
});
