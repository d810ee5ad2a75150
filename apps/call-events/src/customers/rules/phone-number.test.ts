import { anyText } from '@callside/test-kit/any-text';
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
  ['US', ' +14155550134', '+14155550134'],
  ['US', '+14155550134\n', '+14155550134'],
  ['US', '\u00a0415 555 0134\t', '+14155550134'],
  ['US', 'tel:+14155550134', '+14155550134'],
  ['US', 'TEL:+1-415-555-0134', '+14155550134'],
  ['US', ' tel:+1.415.555.0134 ', '+14155550134'],
  ['US', 'tel:+14155550134;isub=1234;x=y', '+14155550134'],
  ['US', 'tel:+14155550134;phone-context=+44', '+14155550134'],
  ['GB', 'tel:4155550134;phone-context=+1', '+14155550134'],
  ['GB', 'tel:02079460958', '+442079460958'],
  // Valid in format, but not assigned.
  ['US', ' tel:+10000000001;x=y\n', '+10000000001'],
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
  'tel:+14155550134;ext=12',
  'tel:',
  'tel:;x=y',
  'tel:tel:+14155550134',
  'tel:911;phone-context=example.com',
  ' anonymous ',
  '(415) 555-0134 or (415) 555-0199',
  '+1415555013412345678',
])('%j cannot be parsed and is unchanged', (sent) => {
  expect(normalisePhoneNumber(sent, 'US')).toBe(sent);
});

test('a text longer than any notation of a number is unchanged', () => {
  expect(normalisePhoneNumber('(415) 555-0134'.padEnd(128, ' '), 'US')).toBe('+14155550134');
  expect(normalisePhoneNumber('(415) 555-0134'.padEnd(129, ' '), 'US')).toBe('(415) 555-0134'.padEnd(129, ' '));
});

test('E.164 is unchanged, for every country and also for numbers that do not exist', () => {
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

test('white space, tel: and parameters around a number in E.164 are removed', () => {
  const around = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '\u00a0', '\ufeff'), maxLength: 3 });
  const parameter = fc.stringMatching(/^;(isub|x|cpc|phone-context)=[a-z0-9.-]{1,10}$/);
  fc.assert(
    fc.property(
      fc.stringMatching(/^\+[1-9][0-9]{1,14}$/),
      around,
      fc.constantFrom('', 'tel:', 'TEL:'),
      fc.array(parameter, { maxLength: 2 }),
      around,
      (number, before, scheme, parameters, after) => {
        expect(normalisePhoneNumber(before + scheme + number + parameters.join('') + after, 'US')).toBe(number);
      },
    ),
  );
});

test('any text gives itself or E.164, and normalising again changes nothing', () => {
  const text = fc.oneof(
    anyText(),
    fc.string({ unit: fc.constantFrom(...'0123456789+-() .x#;,*') }),
    fc.string({ unit: fc.constantFrom('tel:', ';', 'ext=', 'phone-context=', '+1', '415', '5550134', ' ', '\n') }),
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
