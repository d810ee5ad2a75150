import { z } from 'zod';
import {
  code,
  decimalAboveZero,
  decimalFromZero,
  optional,
  orderDate,
  size,
  sku,
  text,
  yesOrNo,
} from './column-types.ts';

const problemOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('a sku', () => {
  it.each([
    ['007', '007'],
    [' 42 ', '42'],
    [42, '42'],
    ['12345678901234567', '12345678901234567'],
    ['A1', 'A1'],
    ['ring-7/M_b.2', 'ring-7/M_b.2'],
    [' RG 7/"B" ', 'RG 7/"B"'],
    ['100517.0', '100517.0'],
    ['x'.repeat(120), 'x'.repeat(120)],
  ])('accepts %j', (value, stored) => expect(sku.parse(value)).toBe(stored));

  it.each(['', ' ', 'x'.repeat(121), 'A\u0000', 'A\n1'])('refuses %j and gives the reason', (value) => {
    expect(problemOf(sku, value)).toBe('must be 1 to 120 printable characters');
  });

  it.each([1.5, 2 ** 53, true, [1], undefined])('refuses %j because it is no text', (value) => {
    expect(problemOf(sku, value)).toBe('must be text or a whole number');
  });
});

describe('a size', () => {
  it.each([
    ['7.5', { number: '7.5', text: null }],
    ['7.50', { number: '7.50', text: null }],
    [7, { number: '7', text: null }],
    [' M ', { number: null, text: 'M' }],
    ['EU 42', { number: null, text: 'EU 42' }],
    ...['7,5', '7 1/2', '7½', 'Size 7,5'].map((value): [string, object] => [value, { number: '7.5', text: null }]),
    ['0,0', { number: '0', text: null }],
    ['7-8', { number: null, text: '7-8' }],
    ...['7', 'Size 7', 'size-7', 'SIZE: 7', 'Ring size 7', 'Größe 7', 'size\u20117', '\u200E7'].map(
      (value): [string, object] => [value, { number: '7', text: null }],
    ),
    ['Size M', { number: null, text: 'M' }],
    ['size', { number: null, text: 'size' }],
    ['Sizeable', { number: null, text: 'Sizeable' }],
    ['14&quot;', { number: null, text: '14"' }],
  ])('accepts %j', (value, stored) => expect(size.parse(value)).toEqual(stored));

  it.each([
    ['-7', 'must not be negative'],
    [-7, 'must be a number from 0 up, or text such as M'],
    [true, 'must be a number from 0 up, or text such as M'],
    ['x'.repeat(33), 'must not be longer than 32 characters'],
    ['1000000000000', 'must have at most 12 digits before the point'],
    ['1000000000000,5', 'must have at most 12 digits before the point'],
  ])('refuses %j', (value, problem) => expect(problemOf(size, value)).toBe(problem));
});

describe('a decimal', () => {
  it.each(['0', '19.99', '0.10', '.5', '5.', '999999999999.99', '12345.123456789012345678901'])(
    'keeps %s as written',
    (value) => expect(decimalFromZero.parse(value)).toBe(value),
  );

  it.each([
    [19.99, '19.99'],
    [0, '0'],
    [1e-7, '1e-7'],
  ])('accepts the number %d', (value, stored) => expect(decimalFromZero.parse(value)).toBe(stored));

  it.each([
    ['\u200E19.99\u202C', '19.99'],
    ['19.99\u00A0', '19.99'],
    ['\uFEFF7', '7'],
  ])('ignores what nobody sees in %j', (value, stored) => expect(decimalFromZero.parse(value)).toBe(stored));

  it.each(['-1', 'free', 'one, two', '$5', '1e3', '0x10', 'NaN', 'Infinity', '', '.', Number.NaN, -0.01, true, null])(
    'refuses %j',
    (value) => expect(problemOf(decimalFromZero, value)).toBe('must be a number from 0 up, such as 19.99'),
  );

  it('refuses 1,249 and says why', () => {
    expect(problemOf(decimalFromZero, '1,249')).toBe(
      'must be a number from 0 up, such as 19.99: a comma or a point before three digits may be a separator of thousands',
    );
  });

  it.each(['1000000000000', 1e12, 1e300, Number.POSITIVE_INFINITY])('refuses %j as too large', (value) => {
    expect(problemOf(decimalFromZero, value)).toBe('must have at most 12 digits before the point');
  });

  it('may be restricted to values above 0', () => {
    expect(decimalAboveZero.parse('0.01')).toBe('0.01');
    expect(problemOf(decimalAboveZero, '0.00')).toBe('must be a number above 0, such as 7 or 7.5');
  });
});

describe('text', () => {
  it('is trimmed and not empty', () => {
    expect(text.parse(' a b ')).toBe('a b');
    expect(problemOf(text, ' ')).toBe('must not be empty');
    expect(problemOf(text, 5)).toBe('must be text');
  });
});

describe('a code', () => {
  it('is text or a whole number, of at most 200 characters', () => {
    expect(code.parse(' A-1 ')).toBe('A-1');
    expect(code.parse(42)).toBe('42');
    expect(code.parse('\uFEFFA\u200B-\u200E1')).toBe('A-1');
    expect(problemOf(code, ' ')).toBe('must not be empty');
    expect(problemOf(code, 1.5)).toBe('must be text or a whole number');
    expect(problemOf(code, 'x'.repeat(201))).toBe('must not be longer than 200 characters');
  });
});

describe('a day', () => {
  it.each([
    '2026-05-01',
    '2026/05/01',
    '2026.05.01',
    '2026\u201105\u201101',
    '2026\u221205\u221201',
    '\uFEFF2026-05-01\u200B',
    '\u200E2026-05-01 10:00:00',
    '2026-05-01T10:00',
    '2026/05/01 9:30 PM',
  ])('is read from %j', (value) => expect(orderDate.parse(value)).toBe('2026-05-01'));

  it.each(['05/01/2026', '2026-02-30', '2026/05-01', '2026-05-01T10:00:00Z', '2026-05-01 10:00 -0500', '2026-05-01x'])(
    'is not read from %j',
    (value) => expect(problemOf(orderDate, value)).toMatch(/^must be a day of the calendar/),
  );
});

describe('yes or no', () => {
  it('may be as Excel writes it in its language', () => {
    expect(['TRUE', 'wahr', 'Vrai\u200E', 1, true].map((value) => yesOrNo.parse(value))).toEqual(Array(5).fill(true));
    expect(['no', 'FALSCH', 'faux', 0, false].map((value) => yesOrNo.parse(value))).toEqual(Array(5).fill(false));
    expect(problemOf(yesOrNo, 'perhaps')).toBe('must be yes or no');
  });
});

describe('an optional column', () => {
  it('treats a missing, an empty, a blank and an invisible value as absent', () => {
    const row = z.object({ size: optional(decimalAboveZero) });
    const records = [{}, { size: '' }, { size: ' ' }, { size: '\u200B' }];
    expect(records.map((record) => row.parse(record).size)).toEqual(Array(4).fill(undefined));
  });
});
