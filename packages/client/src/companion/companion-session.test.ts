import { heldSession, nextChunkSequence } from './companion-session.ts';

const taken = { id: 'session', callReference: null, connection: 1 };

test('a restarted companion with a clock that was set back continues above what is stored', () => {
  const session = heldSession(null, { ...taken, nextSequence: 1_795_163_762_251 });
  expect(nextChunkSequence(session, 1_000)).toBe(1_795_163_762_251);
});

test('a correct clock stays above chunks that are still on their way', () => {
  const session = heldSession(null, { ...taken, nextSequence: 5 });
  expect(nextChunkSequence(session, 1_795_163_762_250)).toBe(1_795_163_762_250);
});

test('numbers of chunks that are not stored yet stay in use after a reconnect', () => {
  const before = { ...heldSession(null, taken), lastSequence: 9 };
  expect(nextChunkSequence(heldSession(before, { ...taken, connection: 2, nextSequence: 4 }), 0)).toBe(10);
  expect(nextChunkSequence(heldSession(before, { ...taken, connection: 2 }), 0)).toBe(10);
});
