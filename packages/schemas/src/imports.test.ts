import { importQuerySchema } from './imports.ts';

const mapOf = (map: string) => importQuerySchema.safeParse({ name: 'a.csv', map });

test('a map names the columns of the file as JSON', () => {
  const map = { SKU: 'Artikelnummer', 'Regular price': 'Regulärer Preis' };
  expect(mapOf(JSON.stringify(map)).data).toEqual({ name: 'a.csv', map });
});

test.each([
  ['text', 'sku=Artikel', 'map must be JSON'],
  ['a list', '["sku"]', 'map must be an object of names of columns'],
  ['a number', '{"sku":1}', 'map must name columns'],
  ['an empty name', '{"sku":""}', 'map must not name an empty column'],
  ['a column twice', '{"sku":"Artikel","title":"artikel"}', 'map must not name a column of the file twice'],
])('a map of %s is refused', (_what, map, said) => {
  expect(mapOf(map).error?.issues.map(({ message }) => message)).toEqual([said]);
});
