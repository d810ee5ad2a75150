import '../texts/testing.ts';
import type { RepSignal } from '@callside/client';
import { callState, callView } from '@callside/schemas/testing';
import { recordingWords as wordsIn } from './recording-words.ts';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';

const recordingWords = (desk: RepDesk) => {
  const words = wordsIn(desk, (instant) => instant.slice(11, 19));
  if (words === null) throw new Error('nobody records');
  return words;
};

const confirmed_at = '2026-11-20T22:02:32.000Z';
const at = '2026-11-20T22:02:30.000Z';

function desk(paused: boolean, companion: 'connected' | 'absent', isConfirmed: boolean): RepDesk {
  const confirmation = isConfirmed ? { sequence: 1000, paused, confirmed_at } : null;
  const state = companion === 'absent' ? 'unknown' : isConfirmed ? 'confirmed' : 'requested';
  const shown = callState(5, callView({ recording_paused: paused }), { confirmation, companion, state });
  const connected = reduceRepDesk(initialRepDesk, { type: 'link', link: 'live' });
  return reduceRepDesk(connected, { type: 'call.state', state: shown });
}

test.each([
  [
    false,
    'absent',
    false,
    'Recording state unknown',
    'Do not take card details: the recording software is not connected.',
  ],
  [
    true,
    'absent',
    true,
    'Recording state unknown',
    'Do not take card details: the recording software is not connected. (Pause requested)',
  ],
  [false, 'connected', false, 'Recording requested', 'Waiting for the recording software to confirm.'],
  [
    true,
    'connected',
    false,
    'Pause requested, not confirmed yet',
    'It may still be recording. Do not take card details.',
  ],
  [false, 'connected', true, 'Recording', 'Confirmed at 22:02:32'],
  [true, 'connected', true, 'Recording paused', 'Confirmed at 22:02:32'],
] as const)('paused %s, companion %s, confirmed %s: says %s', (paused, companion, isConfirmed, heading, detail) => {
  expect(recordingWords(desk(paused, companion, isConfirmed))).toMatchObject({ heading, detail });
});

test('a confirmation becomes invalid when the companion disconnects, another connects or the link is lost', () => {
  const confirmed = desk(true, 'connected', true);
  expect(recordingWords(confirmed).state).toBe('confirmed');
  const gone = reduceRepDesk(confirmed, { type: 'companion.presence', presence: { connected: false, at } });
  expect(recordingWords(gone).state).toBe('unknown');
  const another = reduceRepDesk(confirmed, { type: 'companion.presence', presence: { connected: true, at } });
  expect(recordingWords(another).state).toBe('requested');
  const lost = reduceRepDesk(confirmed, { type: 'link', link: 'reconnecting' });
  expect(recordingWords(lost)).toMatchObject({
    state: 'unknown',
    heading: 'Recording state unknown',
    detail: 'Do not take card details: this page has no connection. (Pause requested)',
  });
  const back = reduceRepDesk(lost, { type: 'link', link: 'live' });
  expect(recordingWords(back).state).toBe('unknown');
});

test('a confirmation does not count while the service is silent, and counts again with the next alive', () => {
  const silent = reduceRepDesk(desk(true, 'connected', true), { type: 'silent' });
  expect(recordingWords(silent)).toEqual({
    state: 'unknown',
    heading: 'Recording state unknown',
    detail: 'Do not take card details: the service does not answer. (Pause requested)',
  });
  expect(recordingWords(reduceRepDesk(silent, { type: 'alive' })).state).toBe('confirmed');
});

describe('a call that the dialler records', () => {
  const reported = (paused: boolean): RepDesk => {
    const recording = { by: 'dialler', companion: 'absent', state: 'dialler' } as const;
    const state = callState(5, callView({ recording_paused: paused }), recording);
    const connected = reduceRepDesk(initialRepDesk, { type: 'link', link: 'live' });
    return reduceRepDesk(connected, { type: 'call.state', state });
  };

  test.each([
    [false, 'Recording, as the dialler reports', 'The dialler records this call and reports no pause.'],
    [
      true,
      'Paused, as the dialler reports',
      'The dialler records this call and has reported the pause. Nothing else confirms it.',
    ],
  ])('paused %s: says %s', (paused, heading, detail) => {
    expect(recordingWords(reported(paused))).toEqual({ state: 'dialler', heading, detail });
  });

  test.each<[RepSignal, string]>([
    [
      { type: 'companion.presence', presence: { connected: false, at } },
      'the service cannot tell what the dialler reports',
    ],
    [{ type: 'link', link: 'reconnecting' }, 'this page has no connection'],
    [{ type: 'silent' }, 'the service does not answer'],
  ])('is unknown after %j, but not for lack of recording software', (signal, reason) => {
    expect(recordingWords(reduceRepDesk(reported(true), signal))).toEqual({
      state: 'unknown',
      heading: 'Recording state unknown',
      detail: `Do not take card details: ${reason}. (Pause reported by the dialler)`,
    });
  });
});

test('there are no words about a recording where nobody records, also without a connection', () => {
  const connected = reduceRepDesk(initialRepDesk, { type: 'link', link: 'live' });
  const nobodys = reduceRepDesk(connected, { type: 'call.state', state: callState(5, callView(), null) });
  const lost = reduceRepDesk(nobodys, { type: 'link', link: 'reconnecting' });
  expect([nobodys, lost].map((each) => wordsIn(each, String))).toEqual([null, null]);
});
