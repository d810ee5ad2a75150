import type { CatalogueItem } from './catalogue-item.ts';
import { familyTitle } from './family-title.ts';

const product = (title: string, others: Partial<CatalogueItem> = {}): CatalogueItem => ({
  sku: '1',
  title,
  webPrice: 1,
  articleType: 'shirt',
  size: null,
  attributes: {},
  ...others,
});

test.each([
  ['Oxford  Shirt', {}, 'oxford shirt'],
  ['Oxford Shirt - M / Blue', { size: 'M', attributes: { color: 'blue' } }, 'oxford shirt'],
  ['Gold Ring - 7.5', { size: 7.5 }, 'gold ring'],
  ['Gold Ring - 7.5', { size: 8 }, 'gold ring - 7.5'],
  ['Oxford Shirt - M / Blue', { size: 'M' }, 'oxford shirt - m / blue'],
  ['Mix - Match - S', { size: 'S' }, 'mix - match'],
  [' - S', { size: 'S' }, '- s'],
] as const)('%j with %j is of the family %j', (title, others, family) => {
  expect(familyTitle(product(title, others))).toBe(family);
});
