import type { CompanionView, UnknownReason } from '@callside/client';
import { statusText } from './status-text.ts';

const call = '5a4c2f1e-9f3a-4f0e-8a3c-0123456789ab';
const recording: CompanionView = {
  recording: 'recording',
  unknownReason: null,
  mayRecord: true,
  recordingSince: 0,
  callReference: call,
  sequence: 5,
  sessionId: call,
};
const text = (view: Partial<CompanionView>, counts = {}) =>
  statusText({ view: { ...recording, ...view }, recordedMs: 102_000, chunks: 0, waitingChunks: 0, ...counts });

test('shows recording only with an open session, a live call and permission of the service', () => {
  expect(text({})).toBe('● recording  call 5a4c2f1e  01:42 recorded');
  expect(text({ sessionId: null })).toBe('○ not recording: the session is being opened  call 5a4c2f1e');
  expect(text({ callReference: null, mayRecord: false, sessionId: null })).toBe('○ not recording: no call');
  expect(text({ recording: 'paused', mayRecord: false })).toBe('⏸ paused  call 5a4c2f1e  01:42 recorded');
});

test.each<UnknownReason>([
  'not connected',
  'not greeted',
  'connection lost',
  'service silent',
  'token refused',
  'message unreadable',
])('in an unknown state (%s) the text says that nothing is recorded, and why', (unknownReason) => {
  expect(text({ recording: 'unknown', mayRecord: false, unknownReason })).toMatch(/^○ not recording: [a-z ,]+ {2}call/);
});

test('counts the stored chunks, and those that are not stored yet', () => {
  expect(text({}, { chunks: 3 })).toMatch(/ {2}3 chunks$/);
  expect(text({}, { chunks: 3, waitingChunks: 2 })).toMatch(/ {2}3 chunks \(\+2 not stored yet\)$/);
});
