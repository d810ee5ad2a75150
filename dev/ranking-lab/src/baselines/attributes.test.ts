import { TinyShop } from '../../test/support/tiny-shop.ts';
import { attributes } from './attributes.ts';

const kinds = [
  'gold ring',
  'gold chain',
  'gold ring',
  'gold chain',
  'steel clock',
  'steel knife',
  'steel clock',
  'steel knife',
];
const pairs = ['ann 50: 1 2', 'bob 51: 3 4', 'cid 52: 5 6', 'dan 53: 7 8', 'eve 54: 5 8', 'fay 55: 7 6'];
const shop = new TinyShop(pairs, kinds);

it('the baseline recommends items of the kinds that are bought with the kinds of the anchor', () => {
  expect(shop.recommend(attributes, { articleType: 1 }, { name: 'zoe', anchors: [1] }).slice(0, 2)).toEqual([2, 4]);
  const byType = { articleType: 1, title: 0, price: 0, metal: 0 };
  expect(shop.recommend(attributes, byType, { name: 'zoe', anchors: [5] }).slice(0, 2)).toEqual([6, 8]);
});

it('the baseline ranks by popularity for an unknown customer', () => {
  expect(shop.recommend(attributes, {}, { name: 'zoe' }).slice(0, 4)).toEqual([5, 6, 7, 8]);
});

it('the baseline can recommend items that no customer has bought yet', () => {
  const withNew = new TinyShop(pairs, [...kinds, 'gold chain']);
  const likely = withNew.recommend(
    attributes,
    { popularityPower: 0.3, newItemCount: 1 },
    { name: 'zoe', anchors: [1] },
  );
  expect(likely.slice(0, 3)).toEqual([2, 4, 9]);
});
