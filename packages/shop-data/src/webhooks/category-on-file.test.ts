import { withCategoryOnFile } from './category-on-file.ts';

const categoryOf = (given: string | undefined, onFile: string | undefined) =>
  withCategoryOnFile(given === undefined ? { sku: 'A' } : { sku: 'A', category: given }, onFile).category;

it.each([
  [undefined, 'Jewelry > Rings', 'Jewelry > Rings'],
  ['', 'Rings > Gold', 'Rings > Gold'],
  ['Gold', 'Rings > Gold', 'Rings > Gold'],
  ['Sale, Gold', 'Rings > Gold, Sale', 'Rings > Gold, Sale'],
  ['Bands &amp; Sets', 'Rings > Bands & Sets', 'Rings > Bands & Sets'],
])('a delivery with the category %j leaves %j on file as it is', (given, onFile, kept) => {
  expect(categoryOf(given, onFile)).toBe(kept);
});

it.each([
  ['Silver', 'Rings > Gold', 'Silver'],
  ['Gold, Sale', 'Rings > Gold', 'Gold, Sale'],
  ['Home > Rings', 'Jewelry > Rings', 'Home > Rings'],
  ['Gold', undefined, 'Gold'],
  [undefined, undefined, undefined],
])('a delivery with the category %j replaces %j', (given, onFile, stored) => {
  expect(categoryOf(given, onFile)).toBe(stored);
});
