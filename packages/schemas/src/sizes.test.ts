import { namesSize, saidSizesSchema, sizeKey } from './sizes.ts';

test.each<[number | string, number | string | null]>([
  [7, 7],
  ['7', 7],
  ['7.0', 7],
  ['7,5', 7.5],
  ['size-7', 7],
  ['Size 7', 7],
  ['SIZE: 7', 7],
  ['Ring size 7', 7],
  ['Bracelet size 7', 7],
  ['Bangle Size M', 'm'],
  ['#7', 7],
  ['7 1\u20442', 7.5],
  ['Größe 54', 54],
  ['M', 'm'],
  ['Size M', 'm'],
  ['EU 42', 'eu42'],
  ['eu-42', 'eu42'],
  ['42 EU', '42eu'],
  ['7-8', '7-8'],
  ['7 1/2', 7.5],
  ['Size 7½', 7.5],
  ['７', 7],
  ['size07', 7],
  [' ', null],
  ['', null],
])('the size %j is compared as %j', (size, key) => {
  expect(sizeKey(size)).toBe(key);
});

test('article types of sizes are compared as ever, and a null is kept', () => {
  expect(saidSizesSchema.parse({ Rings: 7, ' BANGLE ': '2.6', bracelet: null })).toEqual({
    ring: 7,
    bangle: '2.6',
    bracelet: null,
  });
});

test('an object of too many sizes has one issue', () => {
  const sizes = Object.fromEntries(Array.from({ length: 51 }, (_, number) => [`type${number}`, []]));
  expect(saidSizesSchema.safeParse(sizes).error?.issues).toHaveLength(1);
});

test.each([
  ...['Size', 'Ring Size (US)', 'pa_size', 'Bracelet-Size', 'sizes:', 'Größe (EU)', 'Ringgröße', 'TAILLE', 'Ringsize'],
  ...['pa_ringsize', 'Grösse', 'Ringgrösse', 'Ringweite', 'Ringmaat', 'Tamaño', 'Talla de anillo', 'Taille de bague'],
  ...['Misura', "Women's ring size", 'Select size', 'Gro\u0308ße'],
])('%j names the size', (name) => expect(namesSize(name)).toBe(true));

test.each([
  ...['', 'US', 'Ring', 'Size chart', 'Stone size', 'Pack size', 'Gift box size', 'Resize', 'Talla de piedra'],
  `${'a\u0301\u0316'.repeat(200_000)} size`,
])('%# does not name it', (name) => expect(namesSize(name)).toBe(false));

test('a type with a long row of marks is refused at once', () => {
  const sent = { [`a${'\u0301\u0316'.repeat(200_000)}`]: 7 };
  expect(saidSizesSchema.safeParse(sent).error?.issues).toMatchObject([{ message: expect.stringContaining('200') }]);
});

test.each([
  ['Ringgrösse 54', 54],
  ['Taille 52', 52],
  ['ringsize-7', 7],
])('the size %j is %p', (size, key) => expect(sizeKey(size)).toBe(key));
