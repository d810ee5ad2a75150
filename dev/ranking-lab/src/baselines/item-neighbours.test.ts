import { TinyShop } from '../../test/support/tiny-shop.ts';
import { basketNeighbours, customersItemNeighbours } from './item-neighbours.ts';

const shop = new TinyShop([
  'ann 10: 1 2',
  'bob 11: 1 2',
  'cid 12: 1 3',
  'cid 13: 4',
  'dan 14: 3',
  'eve 14: 3',
  'fay 20: 1',
]);

it('the baseline recommends what was in one basket with the anchor', () => {
  const stranger = { name: 'gil', anchors: [1] };
  expect(shop.recommend(basketNeighbours, {}, stranger)).toEqual([2, 3]);
});

it('the baseline recommends what customers of the same item bought on any day', () => {
  const stranger = { name: 'gil', anchors: [1] };
  expect(shop.recommend(customersItemNeighbours, { toPower: 0.5 }, stranger)).toEqual([2, 4, 3]);
});

it('the baseline starts from the history when there is no anchor', () => {
  expect(shop.recommend(basketNeighbours, {}, { name: 'fay' })).toEqual([2, 3]);
});

it('the baseline prefers neighbours that were bought with the item recently', () => {
  const sold = new TinyShop(['ann 10: 1 2', 'bob 11: 1 2', 'cid 99: 1 3']);
  const stranger = { name: 'gil', anchors: [1] };
  expect(sold.recommend(basketNeighbours, { halfLifeDays: 30, toPower: 0 }, stranger)).toEqual([3, 2]);
});
