import '../texts/testing.ts';
import { formatPhoneNumber } from './phone-number.ts';

test.each([
  ['+14155550134', '+1 415 555 0134'],
  ['anonymous', 'Caller ID withheld'],
  ['+266696687', 'Caller ID withheld'],
  ['555-0134', '555-0134'],
])('%s is shown as %s', (stored, shown) => {
  expect(formatPhoneNumber(stored)).toBe(shown);
});
