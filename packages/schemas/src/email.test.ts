import { normaliseEmail } from './email.ts';

test('takes an address without regard to case, white space and Unicode form', () => {
  expect(normaliseEmail(' Jose\u0301@Reps.Example\t')).toBe('jos\u00e9@reps.example');
});

test('takes a text of any length in linear time', () => {
  // Composed, this one takes minutes.
  const text = `a${'\u0301'.repeat(250_000)}${'\u0323'.repeat(250_000)}`;
  expect(normaliseEmail(text)).toBe(text);
});
