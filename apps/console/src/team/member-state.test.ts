import { stateOf } from './member-state.ts';

const call = {
  reference: '6f0a7a52-5f0e-4c5e-9d57-2f6d1b0c9a11',
  phone_number: '+12015550123',
  customer_id: null,
  customer: null,
  started_at: '2026-11-21T13:44:02.000Z',
  on_hold: false,
  silent_for_minutes: null,
};
const recording = { paused: false, companion: 'connected', state: 'confirmed' } as const;

test.each<[string, Parameters<typeof stateOf>[0], string[]]>([
  ['no call', { call: null, recording }, ['noCall']],
  ['a call', { call, recording }, ['onCall']],
  ['a call on hold', { call: { ...call, on_hold: true }, recording }, ['onCall', 'onHold']],
  ['a silent call', { call: { ...call, silent_for_minutes: 61 }, recording }, ['onCall', 'silent']],
  ['a confirmed pause', { call, recording: { ...recording, paused: true } }, ['onCall', 'paused']],
  [
    'a pause that a companion has not acknowledged',
    { call, recording: { ...recording, paused: true, state: 'requested' } },
    ['onCall', 'pauseRequested'],
  ],
  [
    'a pause without a companion',
    { call, recording: { paused: true, companion: 'absent', state: 'unknown' } },
    ['onCall', 'pauseRequested', 'noCompanion'],
  ],
  [
    'a companion that was lost',
    { call, recording: { ...recording, state: 'unknown' } },
    ['onCall', 'recordingUnknown'],
  ],
  [
    'no companion between calls',
    { call: null, recording: { paused: false, companion: 'absent', state: 'unknown' } },
    ['noCall', 'noCompanion'],
  ],
  [
    'a pause that the dialler reported',
    { call, recording: { by: 'dialler', paused: true, companion: 'absent', state: 'dialler' } },
    ['onCall', 'paused'],
  ],
  ['nobody records', { call, recording: null }, ['onCall']],
])('%s', (_what, member, words) => {
  expect(stateOf(member).map(({ word }) => word)).toEqual(words);
});

test('the minutes of silence are said', () => {
  expect(stateOf({ call: { ...call, silent_for_minutes: 75 }, recording: null })).toContainEqual(
    expect.objectContaining({ word: 'silent', count: 75 }),
  );
});
