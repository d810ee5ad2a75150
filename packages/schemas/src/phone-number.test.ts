import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { normaliseUsPhoneNumber } from './phone-number.ts';

test.each([
  ['ten digits', '4155550134', '4155550134'],
  ['a leading 1', '14155550134', '4155550134'],
  ['E.164', '+14155550134', '4155550134'],
  ['separators', '+1 (415) 555-01.34', '4155550134'],
  ['as many separators as a text of 128 characters holds', `4155550134${'-'.repeat(118)}`, '4155550134'],
  ['separators in odd places', '--4+1.5 5550(134)', '4155550134'],
  ['nobody', '0000000000', '0000000000'],
  ['nobody with a leading 1', '1-000-000-0000', '0000000000'],
  ['ten digits that start with 1', '1155550134', '1155550134'],
])('the schema accepts %s', (_title, text, digits) => {
  expect(normaliseUsPhoneNumber(text)).toBe(digits);
});

test.each([
  ['nothing', ''],
  ['separators only', '+-.() '],
  ['nine digits', '415555013'],
  ['eleven digits that start with another digit', '24155550134'],
  ['twelve digits', '114155550134'],
  ['letters', '415555CALL'],
  ['an extension', '4155550134x5'],
  ['another separator', '415/555/0134'],
  ['a tab', '415\t5550134'],
  ['a line end after it', '4155550134\n'],
  ['digits of another script', '４１５５５５０１３４'],
  ['a NUL', '4155550134\u0000'],
  ['a number among more separators than anybody writes', `4155550134${'-'.repeat(119)}`],
])('the schema refuses %s', (_title, text) => {
  expect(normaliseUsPhoneNumber(text)).toBeNull();
});

const digits = fc.stringMatching(/^\d{10}$/);
const separators = fc.stringMatching(/^[-+.() ]{0,3}$/);

test('separators at any position, and a leading 1, change nothing', () => {
  fc.assert(
    fc.property(
      digits,
      fc.boolean(),
      fc.array(separators, { minLength: 12, maxLength: 12 }),
      (number, one, between) => {
        const text = [...`${one ? '1' : ''}${number}`].map((digit, index) => `${between[index]}${digit}`).join('');
        expect(normaliseUsPhoneNumber(text)).toBe(number);
        expect(normaliseUsPhoneNumber(`${text}${between.at(-1)}`)).toBe(number);
      },
    ),
  );
});

test('any text is either refused or becomes ten digits, and these digits are accepted', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const number = normaliseUsPhoneNumber(text);
      if (number === null) return;
      expect(number).toMatch(/^\d{10}$/);
      expect(normaliseUsPhoneNumber(number)).toBe(number);
    }),
  );
});
