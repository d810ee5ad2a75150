import type { CallStateMessage } from '@callside/schemas';
import { callEvent, callState, callView } from '@callside/schemas/testing';
import {
  currentConfirmation,
  initialRepMemory,
  type RepMemory,
  type RepSignal,
  recordingKnowledge,
  reduceRepMemory,
} from './rep-memory.ts';

function after(...signals: RepSignal[]): RepMemory {
  return signals.reduce(reduceRepMemory, initialRepMemory);
}

const live: RepSignal = { type: 'link', link: 'live' };
const lost: RepSignal = { type: 'link', link: 'reconnecting' };
const snapshot = (state: CallStateMessage): RepSignal => ({ type: 'call.state', state });
const event = (...parameters: Parameters<typeof callEvent>): RepSignal => ({
  type: 'call.event',
  message: callEvent(...parameters),
});
const confirmation = (sequence: number, paused: boolean): RepSignal => ({
  type: 'recording.confirmation',
  confirmation: { sequence, paused, confirmed_at: '2026-11-20T08:36:02.377Z' },
});

const onCall = callView();
const onHold = callView({ on_hold: true });
const paused = callView({ recording_paused: true });

describe('version', () => {
  test('shows the call of a snapshot and of an event', () => {
    expect(after(live, snapshot(callState(5, onCall))).call).toEqual(onCall);
    expect(after(live, snapshot(callState(4, null)), event('call-started', callState(5, onCall))).call).toEqual(onCall);
  });

  test('drops a state that is older than the one shown', () => {
    const memory = after(live, snapshot(callState(5, onHold)), event('call-started', callState(4, onCall)));
    expect(memory).toMatchObject({ version: 5, call: onHold });
  });

  test('takes the first snapshot of a new connection even when it is older, because the service is authoritative', () => {
    const memory = after(
      live,
      snapshot(callState(9, onCall)),
      lost,
      live,
      snapshot(callState(3, null, { sequence: 10 })),
    );
    expect(memory).toMatchObject({ version: 3, call: null, recording: { sequence: 10 } });
  });

  test('drops a later snapshot that is older, and a first one that an event of the same connection overtook', () => {
    expect(after(live, snapshot(callState(9, onCall)), snapshot(callState(3, null))).version).toBe(9);
    const overtaken = after(live, event('call-started', callState(9, onCall)), snapshot(callState(8, null)));
    expect(overtaken).toMatchObject({ version: 9, call: onCall });
  });

  test('keeps its state while the connection is lost', () => {
    expect(after(live, snapshot(callState(5, onCall)), lost)).toMatchObject({ link: 'reconnecting', call: onCall });
  });
});

describe('recording', () => {
  test('applies a higher sequence, applies an equal one again, ignores a lower one', () => {
    const before = after(live, snapshot(callState(5, paused, { paused: true, sequence: 20 })));
    const next = (version: number, isPaused: boolean, sequence: number) =>
      reduceRepMemory(before, snapshot(callState(version, onCall, { paused: isPaused, sequence }))).recording;
    expect(next(6, false, 21)).toEqual({ paused: false, sequence: 21 });
    expect(next(5, true, 20)).toEqual({ paused: true, sequence: 20 });
    expect(next(6, false, 19)).toEqual({ paused: true, sequence: 20 });
  });

  test('is confirmed only by a confirmation of the sequence that is shown', () => {
    const memory = after(live, snapshot(callState(5, paused, { paused: true, sequence: 20 })));
    expect(currentConfirmation(memory)).toBeNull();
    expect(currentConfirmation(reduceRepMemory(memory, confirmation(19, false)))).toBeNull();
    expect(currentConfirmation(reduceRepMemory(memory, confirmation(20, true)))).toMatchObject({ sequence: 20 });
  });

  test('shows the last confirmation time, in any order of arrival', () => {
    const at = (confirmed_at: string): RepSignal => ({
      type: 'recording.confirmation',
      confirmation: { sequence: 20, paused: true, confirmed_at },
    });
    const [early, late] = [at('2026-11-20T08:36:02.000Z'), at('2026-11-20T08:36:03.000Z')];
    const shown = snapshot(callState(5, paused, { paused: true, sequence: 20 }));
    const times = [after(live, shown, early, late), after(live, shown, late, early)].map(currentConfirmation);
    expect(times).toEqual([late, late].map((action) => 'confirmation' in action && action.confirmation));
  });

  test('is not confirmed by a confirmation of the other state', () => {
    const memory = after(live, snapshot(callState(5, paused, { paused: true, sequence: 20 })), confirmation(20, false));
    expect(currentConfirmation(memory)).toBeNull();
  });

  test('a confirmation that overtakes its state counts when the state comes', () => {
    const memory = after(
      live,
      snapshot(callState(4, onCall, { sequence: 19 })),
      confirmation(20, true),
      event('recording-paused', callState(5, paused, { paused: true, sequence: 20 })),
    );
    expect(currentConfirmation(memory)).toMatchObject({ sequence: 20, paused: true });
  });

  test('keeps a confirmation when a state arrives that was sent before it', () => {
    const unconfirmed = { paused: true, sequence: 20, confirmation: null };
    const memory = after(
      live,
      snapshot(callState(5, paused, unconfirmed)),
      confirmation(20, true),
      event('hold-started', callState(6, { ...paused, on_hold: true }, unconfirmed)),
    );
    expect(currentConfirmation(memory)).toMatchObject({ sequence: 20 });
  });
});

describe('a companion that is connected while another one that was lost may be recording', () => {
  const state = (known: 'unknown' | 'confirmed') =>
    snapshot(callState(5, paused, { paused: true, sequence: 20, companion: 'connected', state: known }));
  const present: RepSignal = {
    type: 'companion.presence',
    presence: { connected: true, at: '2026-11-20T08:36:02.377Z' },
  };
  const known = (...signals: RepSignal[]) => recordingKnowledge(after(live, state('confirmed'), ...signals));

  test('the recording is unknown, as the service says', () => {
    expect(known(state('unknown'))).toBe('unknown');
  });

  test('it is requested or confirmed again when the service says so', () => {
    expect(known(state('unknown'), present)).toBe('requested');
    expect(known(state('unknown'), confirmation(20, true))).toBe('confirmed');
    expect(known(state('unknown'), confirmation(19, false))).toBe('unknown');
    expect(known(state('unknown'), state('confirmed'))).toBe('confirmed');
  });
});

describe('who records', () => {
  const reported = (version: number, isPaused: boolean, sequence: number): CallStateMessage =>
    callState(version, isPaused ? paused : onCall, {
      by: 'dialler',
      paused: isPaused,
      sequence,
      companion: 'absent',
      state: 'dialler',
    });
  const nobodys = (version: number): CallStateMessage => callState(version, paused, null);
  const presence = (connected: boolean): RepSignal => ({
    type: 'companion.presence',
    presence: { connected, at: '2026-11-20T08:36:02.377Z' },
  });
  const knownAfter = (...signals: RepSignal[]) => recordingKnowledge(after(live, ...signals));
  const cutOff = reported(5, true, 20);
  cutOff.recording = cutOff.recording && { ...cutOff.recording, state: 'unknown' };

  test.each<[string, ReturnType<typeof recordingKnowledge>, RepSignal[]]>([
    ['what the dialler reports, without a companion', 'dialler', [snapshot(reported(5, false, 20))]],
    ['a confirmation changes nothing', 'dialler', [snapshot(reported(5, true, 20)), confirmation(20, true)]],
    ['the service is cut off', 'unknown', [snapshot(reported(5, true, 20)), presence(false)]],
    [
      'an event of a service that is cut off',
      'unknown',
      [snapshot(reported(4, false, 19)), event('recording-paused', cutOff)],
    ],
    [
      'the service was cut off',
      'dialler',
      [snapshot(reported(5, true, 20)), presence(false), snapshot(reported(5, true, 20))],
    ],
    ['the connection is lost', 'unknown', [snapshot(reported(5, true, 20)), lost]],
    ['no state yet on this connection', 'unknown', [snapshot(reported(5, true, 20)), lost, live]],
    ['the service is silent', 'unknown', [snapshot(reported(5, true, 20)), { type: 'silent' }]],
    ['nobody records', null, [snapshot(nobodys(5))]],
    ['nobody records, and the connection is lost', null, [snapshot(nobodys(5)), lost]],
    ['nobody records, and the service is cut off', null, [snapshot(nobodys(5)), presence(false)]],
    [
      'the dialler records from now on',
      'dialler',
      [snapshot(callState(5, onCall)), snapshot(reported(5, false, 1000))],
    ],
    ['nobody records from now on', null, [snapshot(reported(5, true, 20)), snapshot(nobodys(5))]],
    [
      'companions record from now on',
      'requested',
      [snapshot(nobodys(5)), snapshot(callState(5, onCall, { state: 'requested' }))],
    ],
  ])('%s: %s', (_case, known, signals) => {
    expect(knownAfter(...signals)).toBe(known);
  });

  test('nothing is paused where nobody records, and the pause is shown again to those who record', () => {
    const states = [reported(5, true, 20), nobodys(5), reported(5, true, 20)].map(snapshot);
    const shown = states.map((_, index) => after(live, ...states.slice(0, index + 1)).recording.paused);
    expect(shown).toEqual([true, false, true]);
  });

  test('an older state does not say who records, and does not pause where nobody does', () => {
    const memory = after(live, snapshot(nobodys(6)), event('recording-paused', reported(5, true, 20)));
    expect(memory).toMatchObject({ recordingBy: 'nobody', recording: { paused: false } });
  });
});

test('the time of every message from the service is recorded', () => {
  expect(after(live, { type: 'message received', at: 5 }, { type: 'message received', at: 7 }).lastMessageAt).toBe(7);
});

test('an unreadable message marks the client as outdated and changes nothing else', () => {
  const before = after(live, snapshot(callState(5, onCall)));
  expect(reduceRepMemory(before, { type: 'unreadable' })).toEqual({ ...before, outdated: true });
});
