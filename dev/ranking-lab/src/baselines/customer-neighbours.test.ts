import { TinyShop } from '../../test/support/tiny-shop.ts';
import { customerNeighbours } from './customer-neighbours.ts';

const shop = new TinyShop(['ann 10: 1 2', 'bob 11: 1 2 3', 'cid 12: 1 4 5 6', 'dan 13: 7']);

it('the baseline recommends what customers with the same items bought, the most similar customers first', () => {
  expect(shop.recommend(customerNeighbours, { sharpness: 4 }, { name: 'ann' }).slice(0, 3)).toEqual([1, 2, 3]);
  expect(shop.recommend(customerNeighbours, {}, { name: 'ann' })).not.toContain(7);
});

it('the baseline uses at most the set number of neighbours', () => {
  expect(shop.recommend(customerNeighbours, { neighbours: 1 }, { name: 'ann' })).toEqual([1, 2, 3]);
});

it('the baseline does not use a customer as their own neighbour', () => {
  expect(shop.recommend(customerNeighbours, {}, { name: 'dan' })).toEqual([]);
});

it('the baseline finds neighbours by an anchor', () => {
  expect(shop.recommend(customerNeighbours, {}, { name: 'gil', anchors: [4] })).toEqual([1, 4, 5, 6]);
});
