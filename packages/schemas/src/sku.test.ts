import { isSku, normaliseSku } from './sku.ts';

test.each([
  '7',
  'RG-18628 GP-1',
  'A/B',
  `18" chain`,
  `'quoted'`,
  '100517.0',
  '1.00517E+05',
  '-A1',
  'A:1, B;2',
  '50% & more?#',
  'C:\\rings',
  '戒指-7',
  '👩\u200D🚀 7',
  '❤\uFE0F\u200D🔥',
  'می\u200Cخواهم',
  'x'.repeat(120),
  '💍'.repeat(120),
])('%j is a SKU', (text) => expect(isSku(text)).toBe(true));

test.each([
  '',
  'x'.repeat(121),
  '💍'.repeat(121),
  'A\n1',
  'A\t1',
  'A\u0000',
  'A\u200B1',
  'A\u200DB',
  '\u200D💍',
  '💍\u200D',
  'A\uFFFD',
  'A\uD800',
  'A\u2028B',
])('%j is no SKU', (text) => expect(isSku(text)).toBe(false));

test('only the white space around a SKU is dropped', () => {
  expect(normaliseSku(' RG 7\u00A0')).toBe('RG 7');
  expect(normaliseSku('rg  007')).toBe('rg  007');
});
