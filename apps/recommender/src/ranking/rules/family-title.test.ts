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
  ['Gold Ring 54', { size: 54 }, 'gold ring'],
  ['Gold Ring, Size 54', { size: 54 }, 'gold ring, size'],
  ['Gold Ring (54)', { size: 54 }, 'gold ring'],
  ['Gold Ring 154', { size: 54 }, 'gold ring 154'],
  ['Gold Ring 7,5', { size: 7.5 }, 'gold ring'],
  ['Gold Ring - 7,5', { size: 7.5 }, 'gold ring'],
  ['Gold Ring (7 1/2)', { size: 7.5 }, 'gold ring'],
  ['Gold Ring - 7½ / Blue', { size: 7.5, attributes: { color: 'blue' } }, 'gold ring'],
  ['Gold Ring 17,5', { size: 7.5 }, 'gold ring 17,5'],
  ['Logo Tee Black S', { size: 'S' }, 'logo tee black'],
  ['Jeans', { size: 'S' }, 'jeans'],
  ['Gift Card 50', {}, 'gift card 50'],
  ['54', { size: 54 }, '54'],
  ['Oxford Shirt - M / Blue', { size: 'M' }, 'oxford shirt - m / blue'],
  ['Oxford Shirt - Blue / M', { size: 'M' }, 'oxford shirt - blue'],
  ['Mix - Match - S', { size: 'S' }, 'mix - match'],
  [' - S', { size: 'S' }, '- s'],
] as const)('%j with %j is of the family %j', (title, others, family) => {
  expect(familyTitle(product(title, others))).toBe(family);
});
