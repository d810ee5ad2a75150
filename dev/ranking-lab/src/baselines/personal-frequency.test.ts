import { TinyShop } from '../../test/support/tiny-shop.ts';
import { mixedFrequency, personalFrequency } from './personal-frequency.ts';

const shop = new TinyShop(['ann 10: 1', 'ann 11: 1', 'ann 12: 2', 'bob 98: 3', 'cid 99: 3 4', 'dan 99: 3 4']);

it('the baseline ranks what the customer bought most often first, and recommends nothing else', () => {
  expect(shop.recommend(personalFrequency, { decay: 1 }, { name: 'ann' })).toEqual([1, 2]);
  expect(shop.recommend(personalFrequency, {}, { name: 'eve' })).toEqual([]);
});

it('the baseline gives the last basket more weight', () => {
  expect(shop.recommend(personalFrequency, { decay: 0.3 }, { name: 'ann' })).toEqual([2, 1]);
});

it('the baseline continues with popular items', () => {
  expect(shop.recommend(mixedFrequency, { decay: 1 }, { name: 'ann' })).toEqual([1, 2, 3, 4]);
  expect(shop.recommend(mixedFrequency, { decay: 1 }, { name: 'eve' })).toEqual([3, 4]);
});
