import type { RecordingState } from '@callside/schemas';
import {
  type CompanionRecording,
  initialRecording,
  type RecordingOccurrence,
  recordingAfter,
  recordingStatus,
} from './companion-recording.ts';

const call = '5a4c2f1e-0000-4000-8000-000000000001';
const anotherCall = '5a4c2f1e-0000-4000-8000-000000000002';

const received = (sequence: number, paused: boolean, call_reference: string | null = call): RecordingOccurrence => ({
  type: 'state received',
  state: { sequence, paused, call_reference } satisfies RecordingState,
});
const connected: RecordingOccurrence = { type: 'connected' };
const lost: RecordingOccurrence = { type: 'became unknown', reason: 'connection lost' };

/** One occurrence a millisecond. */
function after(...occurrences: RecordingOccurrence[]): CompanionRecording {
  return occurrences.reduce((state, occurrence, at) => recordingAfter(state, occurrence, at), initialRecording);
}

const isAllowed = (state: CompanionRecording) => state.allowedSince !== null;

test('the state is unknown before the service has sent one', () => {
  expect(recordingStatus(initialRecording)).toBe('unknown');
  expect(after(connected)).toMatchObject({ unknownReason: 'not greeted', allowedSince: null });
  expect(recordingStatus(after(connected))).toBe('unknown');
});

test('the first state of a live call that is not paused allows recording from then on', () => {
  const state = after(connected, received(5, false));
  expect(recordingStatus(state)).toBe('recording');
  expect(state.allowedSince).toBe(1);
});

test('nothing is recorded without a live call, paused or not', () => {
  expect(recordingStatus(after(connected, received(5, false, null)))).toBe('recording');
  expect(isAllowed(after(connected, received(5, false, null)))).toBe(false);
});

test('a higher sequence is applied, an equal one applied again, a lower one ignored', () => {
  const paused = after(connected, received(5, false), received(7, true));
  expect(recordingStatus(paused)).toBe('paused');
  expect(after(connected, received(5, false), received(7, true), received(7, true))).toMatchObject({
    lastState: paused.lastState,
  });
  expect(recordingStatus(after(connected, received(5, false), received(7, true), received(6, false)))).toBe('paused');
  expect(recordingStatus(after(connected, received(5, false), received(7, true), received(8, false)))).toBe(
    'recording',
  );
});

test('applying the same state again does not interrupt the recording', () => {
  expect(after(connected, received(5, false), received(5, false)).allowedSince).toBe(1);
  expect(after(connected, received(5, false), received(6, false)).allowedSince).toBe(2);
});

test('the paused state counts when two states have the same sequence', () => {
  expect(recordingStatus(after(connected, received(5, true), received(5, false)))).toBe('paused');
  expect(recordingStatus(after(connected, received(5, false), received(5, true)))).toBe('paused');
  expect(isAllowed(after(connected, received(5, false), received(5, false, anotherCall)))).toBe(false);
});

test('a lost connection makes the state unknown until the next connection delivers a state', () => {
  expect(recordingStatus(after(connected, received(5, false), lost))).toBe('unknown');
  expect(recordingStatus(after(connected, received(5, false), lost, connected))).toBe('unknown');
  expect(after(connected, received(5, false), lost, connected, received(5, false)).allowedSince).toBe(4);
});

test('a first state with a lower sequence than before leaves the state unknown', () => {
  expect(recordingStatus(after(connected, received(5, false), lost, connected, received(4, false)))).toBe('unknown');
});

test('a refused token and an unreadable message make the state unknown', () => {
  for (const unknownReason of ['token refused', 'message unreadable'] as const) {
    const state = after(connected, received(5, false), { type: 'became unknown', reason: unknownReason });
    expect(state).toMatchObject({ unknownReason, allowedSince: null });
    expect(recordingStatus(state)).toBe('unknown');
  }
});

test('the next readable message ends the unknown state after an unreadable one', () => {
  const state = after(
    connected,
    received(5, false),
    { type: 'became unknown', reason: 'message unreadable' },
    received(6, true),
  );
  expect(recordingStatus(state)).toBe('paused');
});

describe('a service without alive for 5 s', () => {
  const greeted = after(connected, received(5, false));
  const step = recordingAfter;

  test('makes the state unknown', () => {
    expect(recordingStatus(step(greeted, { type: 'time passed' }, 5000))).toBe('recording');
    expect(step(greeted, { type: 'time passed' }, 5001)).toMatchObject({
      unknownReason: 'service silent',
      allowedSince: null,
    });
  });

  test('keeps the state known as long as alive arrives, without a break', () => {
    const heard = step(greeted, { type: 'alive' }, 4000);
    expect(step(heard, { type: 'time passed' }, 8999)).toMatchObject({ unknownReason: null, allowedSince: 1 });
    const calledOff = step(greeted, { type: 'call ended', callReference: anotherCall }, 4000);
    expect(step(calledOff, { type: 'time passed' }, 8999).unknownReason).toBe('service silent');
  });

  test('keeps the state unknown when alive or a state arrives late, until there is another connection', () => {
    expect(step(greeted, { type: 'alive' }, 6000).unknownReason).toBe('service silent');
    const late = step(greeted, received(6, false), 6000);
    expect(late).toMatchObject({ unknownReason: 'service silent', lastState: { sequence: 6 } });
    expect(step(late, received(7, false), 6001).unknownReason).toBe('service silent');
    expect(recordingStatus(step(step(late, connected, 6002), received(6, false), 6003))).toBe('recording');
  });
});

test('the end of a call stops the recording also when its recording.state is missing', () => {
  expect(isAllowed(after(connected, received(5, false), { type: 'call ended', callReference: call }))).toBe(false);
  expect(isAllowed(after(connected, received(5, false), { type: 'call ended', callReference: anotherCall }))).toBe(
    true,
  );
});
