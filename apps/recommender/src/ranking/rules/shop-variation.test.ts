import { offerOfVariation } from './shop-variation.ts';

test.each([
  ['Band - 7', 'Band', 'Band - 7'],
  ['Band - 7', 'Wave', 'Wave - 7'],
  ['Band', 'Wave', 'Wave'],
  ['Band - Gold - 7', 'Band - Gold', 'Band - Gold - 7'],
  ['Bands - 7', 'Band', 'Band - 7'],
  ['Band - 7', '', 'Band - 7'],
])('a variation %j of a product %j is named %j', (title, name, expected) => {
  expect(offerOfVariation({ title }, { title: name })).toEqual({ title: expected });
});

test('a variation has category and tags of its product, and all else of its own', () => {
  const own = { sku: 'V', title: 'Band - 7', size: '7', article_type: 'Uncategorized', tags: 'old' };
  const inherited = { title: 'Band', article_type: 'Rings', category: 'Rings', tags: '' };
  expect(offerOfVariation(own, inherited)).toEqual({ ...own, article_type: 'Rings', category: 'Rings', tags: '' });
  expect(offerOfVariation(own, null)).toBe(own);
});
