import fc from 'fast-check';
import { namesTheSameCall } from './resend-rule.ts';

const call = (phoneNumber: string, customerId: string | null) => ({ phoneNumber, customerId });

test.each([
  ['the same number, no customer on either side', call('1', null), call('1', null), true],
  ['the same number and customer', call('1', 'a'), call('1', 'a'), true],
  ['the same number, customer on the live side only', call('1', 'a'), call('1', null), true],
  ['the same number, customer on the new side only', call('1', null), call('1', 'a'), true],
  ['the same number, customers that conflict', call('1', 'a'), call('1', 'b'), false],
  ['the same number, an empty customer and one', call('1', ''), call('1', 'a'), false],
  ['another number', call('1', null), call('2', null), false],
  ['another number, the same customer', call('1', 'a'), call('2', 'a'), false],
  ['the same placeholder', call('anonymous', null), call('anonymous', null), true],
  ['another placeholder', call('anonymous', null), call('withheld', null), false],
])('the resend rule is correct for %s', (_title, live, started, expected) => {
  expect(namesTheSameCall(live, started)).toBe(expected);
});

test('the order of two calls does not matter', () => {
  const identity = fc.record({
    phoneNumber: fc.constantFrom('1', '2', 'anonymous'),
    customerId: fc.constantFrom(null, '', 'a', 'b'),
  });
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      expect(namesTheSameCall(one, other)).toBe(namesTheSameCall(other, one));
      expect(namesTheSameCall(one, one)).toBe(true);
    }),
  );
});
