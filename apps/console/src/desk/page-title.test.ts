import '../texts/testing.ts';
import { callView, customerMatch } from '@callside/schemas/testing';
import { pageIcon, pageTitle } from './page-title.ts';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';

const idle: RepDesk = { ...initialRepDesk, link: 'live', version: 3 };
const onCall: RepDesk = { ...idle, call: callView() };
const ada = customerMatch('one', { name: 'Ada Example' });
const paused: RepDesk = { ...onCall, recording: { paused: true, sequence: 20 } };

test.each<[string, RepDesk]>([
  ['Connecting… · Callside', initialRepDesk],
  ['No call · Callside', idle],
  ['☎ +1 415 555 0134 · Callside', onCall],
  ['☎ Ada Example · Callside', { ...onCall, customer: ada }],
  ['☎ On hold · +1 415 555 0134 · Callside', { ...onCall, call: callView({ on_hold: true }) }],
  ['❚❚ Pause requested · +1 415 555 0134 · Callside', paused],
  [
    '❚❚ Recording paused · +1 415 555 0134 · Callside',
    { ...paused, companion: 'connected', confirmedSequence: paused.recording.sequence },
  ],
  [
    '❚❚ Pause requested · +1 415 555 0134 · Callside',
    { ...paused, companion: 'connected', confirmedSequence: paused.recording.sequence, isSilent: true },
  ],
  ['❚❚ Pause reported by the dialler · +1 415 555 0134 · Callside', { ...paused, recordingBy: 'dialler' }],
  ['Reconnecting… · ☎ +1 415 555 0134 · Callside', { ...onCall, link: 'reconnecting' }],
  ['Offline · No call · Callside', { ...idle, link: 'offline' }],
])('the tab title is %s', (title, desk) => {
  expect(pageTitle(desk, false)).toBe(title);
});

test('the tab title says that the session has ended, not that the page connects again', () => {
  const title = pageTitle({ ...onCall, link: 'reconnecting' }, true);
  expect(title).toBe('Session ended · ☎ +1 415 555 0134 · Callside');
});

test('the icon differs for no call, a call and a paused recording', () => {
  expect([idle, onCall, paused].map(pageIcon)).toEqual(['idle', 'call', 'paused']);
});
