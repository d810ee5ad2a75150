import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { isSameNumber, normalisePhoneNumber } from './phone-number.ts';

test.each([
  ['US', '(415) 555-0134', '+14155550134'],
  ['US', '1 415 555 0134', '+14155550134'],
  ['GB', '020 7946 0958', '+442079460958'],
  ['GB', '(020) 7946-0958', '+442079460958'],
  ['DE', '030/123456', '+4930123456'],
  ['FR', '06.12.34.56.78', '+33612345678'],
  ['US', '+44 20 7946 0958', '+442079460958'],
  ['GB', '0044 20 7946 0958', '+442079460958'],
  // Without the extension.
  ['US', '415 555 0134 ext. 5', '+14155550134'],
  ['US', '415-555-0134x5', '+14155550134'],
  ['US', '(415) 555-0134 #12', '+14155550134'],
  ['US', '+1 415 555 0134;ext=12', '+14155550134'],
  ['US', 'tel:+14155550134;ext=12', '+14155550134'],
  ['GB', '020 7946 0958 x3', '+442079460958'],
  // The international prefix of another country.
  ['US', '0014155550134', '+14155550134'],
  ['US', '00 44 20 7946 0958', '+442079460958'],
  ['GB', '011-1-415-555-0134', '+14155550134'],
  ['US', 'sip:00442079460958@trunk.example', '+442079460958'],
  ['US', '+00442079460958', '+442079460958'],
  ['US', '00 44 44 20 7946 0958', '+442079460958'],
  // A prefix or a trunk zero before a number that the library does not know.
  ['US', '0012115550134', '+12115550134'],
  ['GB', '0012115550134', '+12115550134'],
  ['US', '00447700900123', '+447700900123'],
  ['GB', '07700 900123', '+447700900123'],
  ['GB', '0115 496 0123', '+441154960123'],
  ['FR', '0639981234', '+33639981234'],
  ['US', ' +14155550134', '+14155550134'],
  ['US', '+14155550134\n', '+14155550134'],
  ['US', '\u00a0415 555 0134\t', '+14155550134'],
  ['US', 'tel:+14155550134', '+14155550134'],
  ['US', 'TEL:+1-415-555-0134', '+14155550134'],
  ['US', ' tel:+1.415.555.0134 ', '+14155550134'],
  ['US', 'tel:+14155550134;isub=1234;x=y', '+14155550134'],
  ['US', 'tel:+14155550134;phone-context=+44', '+14155550134'],
  ['US', 'tel:+14155550134;ext=', '+14155550134'],
  ['GB', 'sip:+14155550134;ext= @trunk.example', '+14155550134'],
  ['GB', 'tel:4155550134;phone-context=+1', '+14155550134'],
  ['GB', 'tel:02079460958', '+442079460958'],
  ['US', 'whatsapp:+14155550134', '+14155550134'],
  ['US', 'sms:+1 (415) 555-0134', '+14155550134'],
  ['US', 'callto://+14155550134', '+14155550134'],
  ['GB', 'sip:+14155550134@trunk.example:5060;transport=tls?x=y', '+14155550134'],
  ['GB', 'sip:%2B14155550134@trunk.example', '+14155550134'],
  ['GB', 'sips:+1-415-555-0134@trunk.example', '+14155550134'],
  ['GB', 'SIP:+14155550134;phone-context=+1@trunk.example;user=phone', '+14155550134'],
  ['US', 'sip:4155550134@trunk.example', '+14155550134'],
  ['GB', 'sip:14155550134;phone-context=+@trunk.example', '+14155550134'],
  ['GB', '+14155550134@trunk.example', '+14155550134'],
  ['GB', '%2B14155550134', '+14155550134'],
  ['GB', '"Kim Doe" <+14155550134>', '+14155550134'],
  ['GB', 'Kim <sip:+14155550134@trunk.example>;tag=1', '+14155550134'],
  ['GB', '<tel:+1-415-555-0134>', '+14155550134'],
  ['US', '"Kim" <(415) 555-0134>', '+14155550134'],
  ['GB', '"+14155550134"', '+14155550134'],
  ['US', '\u202a+1\u00a0(415)\u202f555\u2011\u200b0134\u202c', '+14155550134'],
  ['US', '415\u2009555\t0134', '+14155550134'],
  ['US', '\u0000415\u007f555\u001f0134\u0085', '+14155550134'],
  ['GB', '\u20660044 20 7946\u00ad0958\u2069', '+442079460958'],
  ['GB', '+44 (0)20 7946 0958', '+442079460958'],
  // Of a spreadsheet, and as a wide keyboard types it.
  ['GB', "'+14155550134", '+14155550134'],
  ['US', '="4155550134"', '+14155550134'],
  ['GB', '＋１４１５５５５０１３４', '+14155550134'],
  ['GB', '０２０ー７９４６−０９５８'.replace('ー', '－'), '+442079460958'],
  ['US', '415\uFE63555\uFE580134', '+14155550134'],
  ['US', 'sip:+14155550134:secret@trunk.example', '+14155550134'],
  ['US', '"Kim \\"KD\\" Doe" <+14155550134>', '+14155550134'],
  ['US', 'Kim "KD" Doe <sip:+14155550134@trunk.example>', '+14155550134'],
  ['US', 'sip:+1%2D415%2D555%2D0134@trunk.example;x=%zz', '+14155550134'],
  // Possible, but in a range for films.
  ['US', '+44 (0)7700 900123', '+447700900123'],
  // Not the number of anybody: as sent.
  ['US', '+14155550134.0', '+14155550134.0'],
  ['US', '+1-415-555-0134-5', '+1-415-555-0134-5'],
  // Any scheme with a country code.
  ['GB', 'im:+14155550134', '+14155550134'],
  ['GB', 'urn:tel:+1-415-555-0134', '+14155550134'],
  // The country code twice, or with a trunk zero.
  ['US', '+4402079460958', '+442079460958'],
  ['US', '+44 44 20 7946 0958', '+442079460958'],
  ['GB', 'sip:+114155550134@trunk.example', '+14155550134'],
  ['GB', '+1 (0)415 555 0134', '+14155550134'],
  ['US', '+1 1 211 555 0134', '+12115550134'],
  ['GB', '+39390669812345', '+390669812345'],
  ['US', '+390669812345', '+390669812345'],
  ['US', '+33330123456', '+33330123456'],
  // A zero, or the same digit again, inside the number.
  ['US', '+486040000', '+486040000'],
  ['US', '+4444', '+4444'],
  ['GB', '+3530861234567', '+353861234567'],
  // An area code that is newer than the library.
  ['US', '(211) 555-0134', '+12115550134'],
  ['GB', '+1 211 555 0134', '+12115550134'],
  ['JM', '(211) 555-0134', '+12115550134'],
  ['JM', '876 555 0134', '+18765550134'],
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
  '415-555-0134 x4155550199',
  '1-800-FLOWERS',
  'tel:+14155550134 now',
  'tel:',
  'tel:;x=y',
  'tel:tel:+14155550134',
  'tel:911;phone-context=example.com',
  ' anonymous ',
  '\u200e555-0134',
  'sip:1001@pbx.example',
  'sip:anonymous@anonymous.invalid',
  'Kim <sip:kim@pbx.example>',
  '4155550134@mail.example',
  '<>',
  '%',
  '%zz415%',
  '(415) 555-0134 or (415) 555-0199',
  '+1415555013412345678',
])('%j cannot be parsed and is unchanged', (sent) => {
  expect(normalisePhoneNumber(sent, 'US')).toBe(sent);
});

test.each([
  ['GB', '(415) 555-0134'],
  ['GB', '1 415 555 0134'],
  ['FR', 'sip:4155550134@trunk.example'],
  ['XX', '415 555 0134'],
])('%s: %s is a number of another country without its country code, and unchanged', (country, sent) => {
  expect(normalisePhoneNumber(sent, country)).toBe(sent);
});

test.each([
  ['GB', '00999123456'],
  ['US', '0012345'],
  ['US', '00491234'],
  ['DE', '0 1234'],
])('%s: %s has a prefix, but the code of no country or too few digits, and is unchanged', (country, sent) => {
  expect(normalisePhoneNumber(sent, country)).toBe(sent);
});

test('a text longer than any notation of a number is unchanged', () => {
  for (const sent of [`"${'x'.repeat(400)}" <sip:+14155550134@a.example>`, '(415) 555-0134'.padEnd(512)]) {
    expect(normalisePhoneNumber(sent, 'US')).toBe('+14155550134');
  }
  for (const sent of ['(415) 555-0134'.padEnd(513), `(415)${' '.repeat(150)}555-0134`]) {
    expect(normalisePhoneNumber(sent, 'US')).toBe(sent);
  }
});

test('E.164 is unchanged, for every country and also for numbers that do not exist, but not with its country code twice', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\+[1-9][0-9]{1,14}$/),
      fc.constantFrom('US', 'GB', 'DE', 'FR', 'IT' as const),
      (number, country) => {
        fc.pre(!/^\+(\d{1,3})(0|\1)/.test(number));
        expect(normalisePhoneNumber(number, country)).toBe(number);
      },
    ),
  );
});

test('every way to write a number is the number', () => {
  const mark = fc.constantFrom('', '', '\u200b', '\u200f', '\u202e', '\u2069', '\ufeff', '\u00ad', ' ', '\u00a0');
  const written = fc.constantFrom<(number: string) => string>(
    (number) => number,
    (number) => `tel:${number}`,
    (number) => `sip:${number}@a.example`,
    (number) => `sips:${encodeURIComponent(number)}@a.example;x=y`,
    (number) => `whatsapp:${number}`,
    (number) => `"A, B" <${number}>`,
    (number) => `A <sip:${number}@a.example>`,
  );
  const placed = fc.stringMatching(/^\+(1[2-9]\d{9}|44207946\d{4}|999\d{4,12})$/);
  fc.assert(
    fc.property(placed, written, fc.array(mark, { minLength: 18, maxLength: 18 }), (number, write, marks) => {
      const marked = [...number].map((digit, at) => `${marks[at]}${digit}`).join('');
      expect(normalisePhoneNumber(`${marks[16]}${write(marked)}${marks[17]}`, 'GB')).toBe(number);
    }),
  );
});

test('a number that cannot be placed is the same one in another way of writing', () => {
  const ways = ['555-0134', '5550134', '\u202a555\u00a00134\u202c', 'tel:555-0134', 'Kim <sip:5550134@pbx.example>'];
  for (const way of ways) expect(isSameNumber(normalisePhoneNumber(way, 'US'), '555-0134')).toBe(true);
  expect(isSameNumber('anonymous', ' anonymous\u200b')).toBe(true);
  expect(isSameNumber('anonymous', 'unknown')).toBe(false);
  expect(isSameNumber('555-0134', '555-0135')).toBe(false);
  expect(isSameNumber('+5550134', '5550134')).toBe(false);
});

test.each([
  ['-', '--', false],
  ['()', '+', false],
  ['...', '-', false],
  ['tel:', 'sip:@pbx.example', false],
  ['sip:1001@a.example', 'sip:1001@b.example', false],
  ['sip:1001@a.example:5060;transport=tls', '"Kim" <SIP:1001@A.example>', true],
  ['sip:1001@[::1]', 'sips:1001@[::2]', false],
  ['skype:kim', 'sip:kim@a.example', true],
  ['tel:100;phone-context=a.example', 'tel:100;phone-context=b.example', false],
  ['tel:100;phone-context=a.example', 'sip:100@a.example', true],
  ['-', ' - ', true],
  ['---', '\u200e---', true],
  ['tel:', 'tel:', true],
  ['-5', '(5)', true],
])('of the placeholders %j and %j without digits, whether they are one number: %s', (one, other, isOne) => {
  expect(isSameNumber(one, other)).toBe(isOne);
  expect(isSameNumber(other, one)).toBe(isOne);
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
        expect(normalisePhoneNumber(before + scheme + number + parameters.join('') + after, 'US')).toBe(
          normalisePhoneNumber(number, 'US'),
        );
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
