import { TinyShop } from '../../test/support/tiny-shop.ts';
import { upCf } from './up-cf.ts';

const shop = new TinyShop(['ann 10: 1 2', 'ann 11: 1', 'bob 10: 3', 'bob 11: 1 4', 'cid 10: 9']);

it('the baseline adds the popularity of items with each customer, weighted by similarity', () => {
  const setting = { recentBaskets: 10, locality: 1 };
  expect(shop.recommend(upCf, setting, { name: 'ann' })).toEqual([1, 2, 3, 4]);
});

it('the baseline uses only the last baskets', () => {
  expect(shop.recommend(upCf, { recentBaskets: 1, locality: 1 }, { name: 'ann' })).toEqual([1, 4]);
});

it('the baseline treats an anchor as a basket of today', () => {
  const setting = { recentBaskets: 1, locality: 1 };
  expect(shop.recommend(upCf, setting, { name: 'gil', anchors: [4] })).toEqual([4, 1]);
});
