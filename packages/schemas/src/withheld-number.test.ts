import fc from 'fast-check';
import { isWithheld } from './withheld-number.ts';

const placeholders = [
  'anonymous',
  'Anonymous Caller',
  'sip:anonymous@anonymous.invalid',
  '"Anonymous" <sip:anonymous@anonymous.invalid>',
  'withheld',
  'Number withheld',
  'Caller ID withheld',
  'unknown',
  'UNKNOWN CALLER',
  'Private Number',
  'RESTRICTED',
  'unavailable',
  'Not Available',
  'blocked',
  'No Caller ID',
  'Out of Area',
  'N/A',
  'null',
  '+266696687',
  '266696687',
  '+86282452253',
  '+7378742833',
  '+2562533',
  '+8656696',
  '0',
  '0000000000',
  '+10000000000',
  '000-000-0000',
];

test.each(placeholders)('%j stands for a withheld number', (sent) => {
  expect(isWithheld(sent)).toBe(true);
});

test.each([
  'sip:anonymous@10.0.0.1',
  '"Anonymous" <sip:anonymous@trunk.example.com>',
  'sip:0000000000@10.0.0.1',
  'tel:unknown;phone-context=pbx.example',
])('%j has a placeholder where the number would be, and is withheld', (sent) => {
  expect(isWithheld(sent)).toBe(true);
});

test.each([
  '+14155550134',
  '+10000000001',
  '555-0134',
  '2562533',
  '911',
  '',
  ' ',
  '+',
  'caller',
  'the number is',
  'unknown 555-0134',
  'Anonymous Bosch',
  '415 555 0134 ext. 5',
  '"Anonymous" <sip:1001@pbx.example>',
])('%j does not stand for a withheld number', (sent) => {
  expect(isWithheld(sent)).toBe(false);
});

test('a text longer than any placeholder is not withheld, and is not normalised', () => {
  const normalise = jest.spyOn(String.prototype, 'normalize');
  expect(isWithheld('unknown'.padEnd(64))).toBe(true);
  expect(normalise).toHaveBeenCalledTimes(1);
  expect(isWithheld('unknown'.padEnd(65))).toBe(false);
  expect(isWithheld(`unknown${'\u0301'.repeat(1024 * 1024)}`)).toBe(false);
  expect(normalise).toHaveBeenCalledTimes(1);
  normalise.mockRestore();
});

test('case, width, spaces and punctuation around a placeholder do not matter', () => {
  const around = fc.string({ unit: fc.constantFrom(' ', '<', '>', '"', '-', '_', '.', '*', '\t'), maxLength: 4 });
  const wordy = placeholders.filter((sent) => /[a-z]/i.test(sent));
  fc.assert(
    fc.property(around, fc.constantFrom(...wordy), fc.boolean(), around, (before, sent, upper, after) => {
      const text = upper ? sent.toUpperCase() : sent;
      expect(isWithheld(`${before}${text}${after}`)).toBe(true);
      expect(isWithheld(text.replaceAll(/[a-z]/gi, fullWidth))).toBe(true);
    }),
  );
});

test('no text with a digit from 1 to 9 is withheld, apart from placeholders that platforms send', () => {
  const text = fc.oneof(
    fc.stringMatching(/^\+[1-9][0-9]{1,14}$/),
    fc.string({ unit: fc.constantFrom(...'0123456789+-() .x#') }),
  );
  fc.assert(
    fc.property(text, (sent) => {
      const digits = sent.replaceAll(/[\s().-]/g, '');
      fc.pre(/[2-9]|1.*1|0\+*1/.test(digits) && !placeholders.includes(digits));
      expect(isWithheld(sent)).toBe(false);
    }),
  );
});

function fullWidth(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
}
