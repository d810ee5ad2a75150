import { TinyShop } from '../../test/support/tiny-shop.ts';
import { followers } from './followers.ts';

const shop = new TinyShop(['ann 10: 1', 'ann 20: 2', 'ann 30: 3', 'bob 10: 4', 'bob 20: 1', 'cid 50: 1']);

it('the baseline recommends what came after an item, not what came before it', () => {
  expect(shop.recommend(followers, { gapDecay: 0 }, { name: 'cid' })).toEqual([2]);
});

it('the baseline gives later baskets less weight', () => {
  expect(shop.recommend(followers, { gapDecay: 0.5, toPower: 0 }, { name: 'cid' })).toEqual([2, 3]);
});
