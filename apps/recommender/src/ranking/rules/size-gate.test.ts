import { bought, snapshotOf, today } from '../../../test/support/small-shops.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { eligibilityOf, sizedArticleTypesOf } from './eligibility.ts';
import { matchHistory } from './history.ts';

const sizedArticleTypes = sizedArticleTypesOf(['ring', 'bracelet', 'bangle']);
const product = (articleType: string, size: number | null, attributes: Record<string, string> = {}) => ({
  title: 'Wave',
  webPrice: 10,
  articleType,
  size,
  attributes,
});

/** The places of the products that may be offered to who bought the products at these places, or with these titles. */
function offered(
  products: readonly Omit<CatalogueItem, 'sku'>[],
  history: readonly (number | string)[] = [],
  knownSizes: Record<string, number> = {},
  anchors: readonly number[] = [],
): number[] {
  const items = products.map((fields, at) => ({ ...fields, sku: String(at) }));
  const snapshot = snapshotOf({ items, lines: bought(0, 3), inStock: items.map(() => true) });
  const lines = history.flatMap((one) =>
    matchHistory(snapshot.catalogue, [typeof one === 'number' ? { sku: String(one) } : { product_title: one }]),
  );
  const request = { history: lines, anchors, today, checkStock: true, sizedArticleTypes, knownSizes };
  return items.map((_, item) => item).filter(eligibilityOf(snapshot, request));
}

const named = [
  product('Silver ring', 7),
  product('Jewellery', 7, { category: 'Women > Rings > Gold' }),
  product('Jewellery', 7, { tags: 'gift, Ring' }),
  product('Rings > Gold', 7),
  product('ring', null),
];
const others = [
  product('Earring', 7),
  product('Ring box', null),
  product('Jewellery', null, { category: 'Rings' }),
  product('Shirt', 7, { brand: 'Ring' }),
];

test('nobody is offered a size of a type that article type, category or tags name, without a purchase in it', () => {
  expect(offered([...named, ...others])).toEqual(others.map((_, at) => at + named.length));
});

test.each(named.slice(0, 4).map((one, at) => [one.articleType, at]))(
  'a purchase of a %s opens its size of that type, whatever names it',
  (_, at) => {
    const all = [...named, product('Fine rings', 8), product('Bracelet', 7)];
    expect(offered(all, [at as number])).toEqual([0, 1, 2, 3, 4]);
  },
);

test('a size that is said takes the place of every size', () => {
  expect(offered([...named, product('Fine rings', 8), product('Bracelet', 7)], [4], { ring: 7 })).toEqual([
    0, 1, 2, 3, 4,
  ]);
});

test('a purchase of unknown size opens every size', () => {
  expect(offered([...named, product('Fine rings', 8), product('Bracelet', 7)], [4])).toEqual([0, 1, 2, 3, 4, 5]);
});

test.each([
  ['Ring box', 6],
  ['Jewellery of the category Rings', 7],
])('a purchase of a %s without a size opens nothing, before or now', (_, item) => {
  const all = [...named, ...others];
  expect(offered(all, [item])).toEqual([5, 6, 7, 8]);
  expect(offered(all, [], {}, [item])).toEqual([5, 6, 7, 8].filter((other) => other !== item));
});

test('a title of several products opens every size of what they name, and nothing where none has a size', () => {
  const halo = [6, 7].map((size) => ({ ...product('Jewellery', size, { category: 'Rings' }), title: 'Halo' }));
  const boxes = ['Gold', 'Silver'].map((metal) => ({ ...product('Ring box', null, { metal }), title: 'Box' }));
  const all = [...halo, ...boxes, product('Ring', 9), product('Bracelet', 7)];
  expect(offered(all, ['halo'])).toEqual([0, 1, 2, 3, 4]);
  expect(offered(all, ['box'])).toEqual([2, 3]);
});
