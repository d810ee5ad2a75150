import { normaliseEmail, restorePlus } from './email.ts';

test('case, white space and Unicode form of an address are normalised', () => {
  expect(normaliseEmail(' Jose\u0301@Reps.Example\t')).toBe('jos\u00e9@reps.example');
});

test('a text of any length is normalised in linear time', () => {
  // Unicode composition of this text would take minutes.
  const text = `a${'\u0301'.repeat(250_000)}${'\u0323'.repeat(250_000)}`;
  expect(normaliseEmail(text)).toBe(text);
});

test('a space inside of an address is a plus sign that a query made a space', () => {
  expect(restorePlus('ann us@acme.test')).toBe('ann+us@acme.test');
  expect(restorePlus(' ann a  b@acme.test ')).toBe('ann+a++b@acme.test');
  for (const other of ['ann@acme.test', ' ann@acme.test', 'front desk', 'ann @acme.test', 'ann@acme test', '']) {
    expect(restorePlus(other)).toBe(other);
  }
});
