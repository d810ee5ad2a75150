import { heldSession, nextChunkSequence } from './companion-session.ts';

const taken = { id: 'session', callReference: null, connection: 1 };

test('a companion that was started anew with a clock set back goes on above what is stored', () => {
  const session = heldSession(null, { ...taken, nextSequence: 1_795_163_762_251 });
  expect(nextChunkSequence(session, 1_000)).toBe(1_795_163_762_251);
});

test('a clock that is right stays above what is still on its way', () => {
  const session = heldSession(null, { ...taken, nextSequence: 5 });
  expect(nextChunkSequence(session, 1_795_163_762_250)).toBe(1_795_163_762_250);
});

test('what was numbered and is not stored yet keeps its number after a reconnect', () => {
  const before = { ...heldSession(null, taken), lastSequence: 9 };
  expect(nextChunkSequence(heldSession(before, { ...taken, connection: 2, nextSequence: 4 }), 0)).toBe(10);
  expect(nextChunkSequence(heldSession(before, { ...taken, connection: 2 }), 0)).toBe(10);
});
