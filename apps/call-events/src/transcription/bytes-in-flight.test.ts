import { BytesInFlight } from './bytes-in-flight.ts';

const newBytes = () => new BytesInFlight({ perSocket: 4, perRep: 6, perInstance: 9 });

test('a socket, a rep and the instance each have their own limit', () => {
  const bytes = newBytes();
  const [first, second, another] = [bytes.accountOf('a'), bytes.accountOf('a'), bytes.accountOf('b')];
  expect(first.take(5)).toBe(false);
  expect(first.take(4)).toBe(true);
  expect(second.take(3)).toBe(false);
  expect(second.take(2)).toBe(true);
  expect(another.take(4)).toBe(false);
  expect(another.take(3)).toBe(true);
});

test('bytes that are given back can be taken again', () => {
  const bytes = newBytes();
  const account = bytes.accountOf('a');
  account.take(4);
  account.giveBack(4);
  expect(bytes.total).toBe(0);
  expect(account.take(4)).toBe(true);
});
