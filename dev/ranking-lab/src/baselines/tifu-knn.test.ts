import { TinyShop } from '../../test/support/tiny-shop.ts';
import { tifuKnn } from './tifu-knn.ts';

const shop = new TinyShop([
  'ann 10: 1',
  'ann 11: 1',
  'ann 12: 2',
  'bob 10: 1',
  'bob 11: 1',
  'bob 12: 2 3',
  'cid 10: 8 9',
]);

it('the baseline weighs baskets by decay within a group', () => {
  const own = { alpha: 1, groupSize: 7 };
  expect(shop.recommend(tifuKnn, { ...own, withinDecay: 1 }, { name: 'ann' })).toEqual([1, 2]);
  expect(shop.recommend(tifuKnn, { ...own, withinDecay: 0.5 }, { name: 'ann' })).toEqual([2, 1]);
});

it('the baseline weighs groups by decay between them', () => {
  const own = { alpha: 1, groupSize: 1, withinDecay: 1 };
  expect(shop.recommend(tifuKnn, { ...own, groupDecay: 1 }, { name: 'ann' })).toEqual([1, 2]);
  expect(shop.recommend(tifuKnn, { ...own, groupDecay: 0.5 }, { name: 'ann' })).toEqual([2, 1]);
});

it('the baseline adds the nearest customers', () => {
  const setting = { alpha: 0.5, neighbours: 1, withinDecay: 1 };
  expect(shop.recommend(tifuKnn, setting, { name: 'ann' })).toEqual([1, 2, 3]);
});
