import { type CustomerMatchKind, customerMatchSchema, type KnownCustomer } from '@callside/schemas';
import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { type CustomersFound, customerSearch, matchCustomer } from './customer-match.ts';

const brandId = 'brand-1';
const nobody: CustomersFound = { withCode: null, withNumber: [] };
const ada: KnownCustomer = { customer_id: '0042178', name: 'Ada Example', phone_number: '+14155550134' };
const ben: KnownCustomer = { customer_id: null, name: 'Ben Example', phone_number: '+14155550134' };

const e164 = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);
const numberArbitrary = fc.oneof(
  e164,
  fc.constantFrom('anonymous', '+266696687', '0000000000', '555-0134', 'ask for Ada', '', '+', '+0123'),
  anyText(),
);
const customerArbitrary: fc.Arbitrary<KnownCustomer> = fc.record({
  customer_id: fc.option(fc.string({ minLength: 1 })),
  name: fc.option(fc.constantFrom('Ada', 'Ben', 'Åse', 'ada')),
  phone_number: fc.option(e164),
});
const foundArbitrary = fc.record({
  withCode: fc.option(customerArbitrary),
  withNumber: fc.array(customerArbitrary, { maxLength: 8 }),
});

test.each<{
  number: string;
  found: CustomersFound;
  match: CustomerMatchKind;
  name: string | null;
}>([
  { number: '+14155550134', found: { withCode: null, withNumber: [ada] }, match: 'one', name: 'Ada Example' },
  { number: '+14155550134', found: { withCode: null, withNumber: [ada, ben] }, match: 'several', name: null },
  { number: '+14155550134', found: nobody, match: 'none', name: null },
  { number: 'Anonymous', found: nobody, match: 'withheld', name: null },
  { number: 'sip:anonymous@10.0.0.1', found: nobody, match: 'withheld', name: null },
  { number: '555-0134', found: nobody, match: 'unplaceable', name: null },
  { number: '555-0134', found: { withCode: ada, withNumber: [] }, match: 'one', name: 'Ada Example' },
])('$number with $found is $match', ({ number, found, match, name }) => {
  expect(matchCustomer({ phoneNumber: number }, found)).toMatchObject({ match, name });
});

test('the customer whom the rep picked without a code is the one of the number who has none', () => {
  const pick = { phoneNumber: '+14155550134', pickedCustomerId: '' };
  expect(matchCustomer(pick, { withCode: null, withNumber: [ada, ben] })).toEqual({
    match: 'one',
    ...ben,
    candidates: [],
  });
  expect(matchCustomer(pick, { withCode: null, withNumber: [ada, { ...ada, customer_id: '7' }] }).match).toBe(
    'several',
  );
});

test('a customer without a code whom the rep found is the one with that number, whatever the number of the call is', () => {
  const pick = { phoneNumber: 'anonymous', pickedCustomerId: '', pickedPhoneNumber: '+14155550134' };
  const search = customerSearch({ brandId, customerId: '0042', ...pick });
  expect(search).toEqual({ customerId: null, phoneNumber: '+14155550134' });
  expect(matchCustomer(pick, { withCode: null, withNumber: [ben] })).toMatchObject({ match: 'one', ...ben });
  // They are gone: whom else the number belongs to says nothing about the call.
  expect(matchCustomer(pick, { withCode: null, withNumber: [ada] }).match).toBe('withheld');
  expect(matchCustomer({ ...pick, phoneNumber: '+14155550177' }, { withCode: null, withNumber: [ada] }).match).toBe(
    'none',
  );
});

test('any number and any customers give one of the five results, valid for the message schema', () => {
  fc.assert(
    fc.property(numberArbitrary, foundArbitrary, (phoneNumber, found) => {
      const answer = matchCustomer({ phoneNumber }, found);
      expect(customerMatchSchema.parse(answer)).toEqual(answer);
      expect(answer.candidates.length > 0).toBe(answer.match === 'several');
      if (answer.match !== 'one') {
        expect(answer).toMatchObject({ customer_id: null, name: null, phone_number: null });
      }
    }),
  );
});

test('the customer code of the dialler decides, whatever the number is', () => {
  fc.assert(
    fc.property(numberArbitrary, customerArbitrary, fc.array(customerArbitrary), (phoneNumber, customer, sharers) => {
      const answer = matchCustomer({ phoneNumber }, { withCode: customer, withNumber: sharers });
      expect(answer).toEqual({ match: 'one', ...customer, candidates: [] });
    }),
  );
});

test('a code that the brand does not have changes nothing', () => {
  fc.assert(
    fc.property(numberArbitrary, fc.string(), (phoneNumber, customerId) => {
      const search = customerSearch({ brandId, phoneNumber, customerId });
      expect(search.phoneNumber).toBe(customerSearch({ brandId, phoneNumber, customerId: null }).phoneNumber);
    }),
  );
});

test('a number that several customers share identifies none of them, at most five are listed, and it is known whether there are more', () => {
  fc.assert(
    fc.property(e164, fc.array(customerArbitrary, { minLength: 2, maxLength: 12 }), (phoneNumber, sharers) => {
      const answer = matchCustomer({ phoneNumber }, { withCode: null, withNumber: sharers });
      const { match, candidates } = answer;
      expect(match).toBe('several');
      expect(candidates).toHaveLength(Math.min(5, sharers.length));
      expect(answer.more_candidates ?? false).toBe(sharers.length > 5);
      for (const candidate of candidates) expect(sharers).toContainEqual(candidate);
    }),
  );
});

test('the result does not depend on the order of the customers found', () => {
  const sharers = fc.uniqueArray(customerArbitrary, { maxLength: 5, selector: ({ customer_id }) => customer_id });
  fc.assert(
    fc.property(e164, sharers, (phoneNumber, withNumber) => {
      const backwards = withNumber.toReversed();
      expect(matchCustomer({ phoneNumber }, { withCode: null, withNumber: backwards })).toEqual(
        matchCustomer({ phoneNumber }, { withCode: null, withNumber }),
      );
    }),
  );
});

test('a match looks up only valid numbers and codes that are not empty', () => {
  fc.assert(
    fc.property(numberArbitrary, fc.option(fc.string()), (phoneNumber, customerId) => {
      const search = customerSearch({ brandId, phoneNumber, customerId });
      const { match } = matchCustomer({ phoneNumber }, nobody);
      expect(search.phoneNumber).toBe(match === 'none' ? phoneNumber : null);
      expect(search.customerId).toBe(customerId?.trim() || null);
    }),
  );
});

test('a match looks up a code with its leading zeros, trimmed as in imports', () => {
  const invisible = fc.string({ unit: fc.constantFrom('\u200b', '\u00ad', '\ufeff', '\u2066'), maxLength: 2 });
  const around = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u2009', '\u200b'), maxLength: 3 });
  fc.assert(
    fc.property(around, invisible, around, (before, within, after) => {
      const customerId = `${before}0042${within}178${after}`;
      expect(customerSearch({ brandId, phoneNumber: 'anonymous', customerId })).toEqual({
        customerId: '0042178',
        phoneNumber: null,
      });
    }),
  );
});
