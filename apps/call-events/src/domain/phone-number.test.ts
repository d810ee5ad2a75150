import fc from 'fast-check';
import { normalisePhoneNumber } from './phone-number.ts';

test.each([
  ['US', '(415) 555-0134', '+14155550134'],
  ['US', '1 415 555 0134', '+14155550134'],
  ['GB', '020 7946 0958', '+442079460958'],
  ['GB', '(020) 7946-0958', '+442079460958'],
  ['DE', '030/123456', '+4930123456'],
  ['FR', '06.12.34.56.78', '+33612345678'],
  ['US', '+44 20 7946 0958', '+442079460958'],
  ['GB', '0044 20 7946 0958', '+442079460958'],
] as const)('%s: %s becomes %s', (country, sent, stored) => {
  expect(normalisePhoneNumber(sent, country)).toBe(stored);
});

test.each([
  'anonymous',
  'Private Caller',
  '',
  ' ',
  '+',
  '0',
  '911',
  '555-0134',
  '415 555 0134 ext. 5',
  '415-555-0134x5',
  '+1 415 555 0134;ext=12',
  '1-800-FLOWERS',
  'tel:+14155550134 now',
  '(415) 555-0134 or (415) 555-0199',
  '+1415555013412345678',
])('%j cannot be placed and stays as sent', (sent) => {
  expect(normalisePhoneNumber(sent, 'US')).toBe(sent);
});

test('E.164 is passed through untouched, for every country and whether the number exists or not', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\+[1-9][0-9]{1,14}$/),
      fc.constantFrom('US', 'GB', 'DE', 'FR', 'IT' as const),
      (number, country) => {
        expect(normalisePhoneNumber(number, country)).toBe(number);
      },
    ),
  );
});

test('any text gives itself or E.164, and normalising again changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0123456789+-() .x#;,*') }),
    fc.stringMatching(/^(\+1 ?|1-)?[(]?[2-9]\d{2}[)]?[ .-]?\d{3}[ .-]?\d{4}$/),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('US', 'GB', 'DE', 'FR' as const), (sent, country) => {
      const stored = normalisePhoneNumber(sent, country);
      if (stored !== sent) expect(stored).toMatch(/^\+[1-9]\d{1,14}$/);
      expect(normalisePhoneNumber(stored, country)).toBe(stored);
    }),
  );
});
