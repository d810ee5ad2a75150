import { TinyShop } from '../../test/support/tiny-shop.ts';
import { overallPopularity, recentPopularity } from './popularity.ts';

const shop = new TinyShop(['ann 10: 1', 'ann 11: 1', 'ann 12: 1', 'bob 10: 2', 'cid 11: 2', 'dan 95: 3']);

it('the baseline ranks by customers or by baskets', () => {
  expect(shop.recommend(overallPopularity, { counted: 'customers' }, { name: 'eve' })).toEqual([2, 1, 3]);
  expect(shop.recommend(overallPopularity, { counted: 'baskets' }, { name: 'eve' })).toEqual([1, 2, 3]);
});

it('the baseline ignores purchases that are older than the window', () => {
  expect(shop.recommend(recentPopularity, { windowDays: 30 }, { name: 'eve' })).toEqual([3]);
});

it('the baseline counts a purchase as one half after a half-life', () => {
  const setting = { windowDays: null, halfLifeDays: 30 };
  expect(shop.recommend(recentPopularity, setting, { name: 'eve' })).toEqual([3, 1, 2]);
});
