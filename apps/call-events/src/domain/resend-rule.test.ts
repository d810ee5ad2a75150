import fc from 'fast-check';
import { namesTheSameCall } from './resend-rule.ts';

const call = (phoneNumber: string, customerId: string | null, platformCall: string | null = null) => ({
  phoneNumber,
  customerId,
  platformCall,
});

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
  ['the same number, a call of the platform on one side only', call('1', null, 'a:1'), call('1', null), true],
  ['the same number and call of the platform', call('1', null, 'a:1'), call('1', null, 'a:1'), true],
  ['the same number, calls of the platform that differ', call('1', null, 'a:1'), call('1', null, 'a:2'), true],
  [
    'no number, a call of the platform on one side only',
    call('unavailable', null),
    call('unavailable', null, 'a:2'),
    true,
  ],
  ['no number, the same call of the platform', call('anonymous', null, 'a:1'), call('anonymous', null, 'a:1'), true],
  [
    'no number, calls of the platform that differ',
    call('anonymous', null, 'a:1'),
    call('anonymous', null, 'a:2'),
    false,
  ],
  ['another placeholder', call('anonymous', null), call('withheld', null), false],
])('the resend rule is correct for %s: %#', (_title, live, started, expected) => {
  expect(namesTheSameCall(live, started)).toBe(expected);
});

test.each([
  ['another call of the platform with the same number', call('1', null, 'a:1'), false],
  ['the same call of the platform', call('1', null, 'a:2'), true],
  ['a call of another platform with the same number', call('1', null, 'b:1'), true],
  ['a call without an id of the platform', call('1', null), true],
])('a start with an id that lasts compares with %s', (_title, live, expected) => {
  expect(namesTheSameCall(live, { ...call('1', null, 'a:2'), callIdLasts: true })).toBe(expected);
});

test('the order of two calls does not matter', () => {
  const identity = fc.record({
    phoneNumber: fc.constantFrom('1', '2', 'anonymous'),
    customerId: fc.constantFrom(null, '', 'a', 'b'),
    platformCall: fc.constantFrom(null, 'a:1', 'a:2'),
  });
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      expect(namesTheSameCall(one, other)).toBe(namesTheSameCall(other, one));
      expect(namesTheSameCall(one, one)).toBe(true);
    }),
  );
});

test.each([
  ['the live call, with another number', call('1', 'a', 'a:1'), true],
  ['a call that has no id of the platform', call('1', null), true],
  ['another call of the platform', call('1', null, 'a:2'), false],
  ['another call of the platform with the same number', call('2', null, 'a:2'), true],
])('a start at the end of a hold compares with %s', (_title, live, expected) => {
  expect(namesTheSameCall(live, { ...call('2', null, 'a:1'), isOffHold: true })).toBe(expected);
});
