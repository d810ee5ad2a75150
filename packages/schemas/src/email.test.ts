import { normaliseEmail } from './email.ts';

test('normalises case, white space and Unicode form of an address', () => {
  expect(normaliseEmail(' Jose\u0301@Reps.Example\t')).toBe('jos\u00e9@reps.example');
});

test('normalises a text of any length in linear time', () => {
  // Unicode composition of this text would take minutes.
  const text = `a${'\u0301'.repeat(250_000)}${'\u0323'.repeat(250_000)}`;
  expect(normaliseEmail(text)).toBe(text);
});
