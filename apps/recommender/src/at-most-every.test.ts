import { atMostEvery } from './at-most-every.ts';

test('calls at once, and then not again within the interval', () => {
  const heard: string[] = [];
  let nowMs = 0;
  const tell = atMostEvery(
    1_000,
    (what: string) => heard.push(what),
    () => nowMs,
  );
  tell('first');
  nowMs = 999;
  tell('too soon');
  nowMs = 1_000;
  tell('second');
  tell('too soon again');
  expect(heard).toEqual(['first', 'second']);
});
