import { TinyShop } from '../../test/support/tiny-shop.ts';
import { ease } from './ease.ts';

const shop = new TinyShop([
  'ann 10: 1 2',
  'bob 10: 1 2',
  'cid 10: 1 2',
  'dan 10: 1 3',
  'eve 10: 4 5',
  'fay 10: 3',
  'gil 10: 3',
]);

it('the baseline recommends what buyers of the anchor bought, and nothing unrelated', () => {
  expect(shop.recommend(ease, { lambda: 1 }, { name: 'zoe', anchors: [1] })).toEqual([2, 3]);
  expect(shop.recommend(ease, { lambda: 1 }, { name: 'zoe', anchors: [4] })).toEqual([5]);
});

it('the baseline gives each item the weight of the closed-form solution', () => {
  // Two items, bought by 2 and 1 customers, once together: with lambda 1 the matrix is [[3, 1], [1, 2]].
  const two = new TinyShop(['ann 10: 1 2', 'bob 10: 1']);
  const scores = new Float64Array(two.past.itemCount);
  const query = { decay: 1, historyWeight: 0, ownItems: 'kept' } as const;
  const groups = { together: 'customer', halfLifeDays: null, sizePenalty: 0 } as const;
  ease.fit(two.past, { ...query, ...groups, lambda: 1, mostItems: 10 })(two.taskOf('zoe', [1]), scores);
  expect(scores[0]).toBe(0);
  expect(scores[1]).toBeCloseTo(1 / 3, 6);
});

it('the baseline uses only the items with the most buyers', () => {
  expect(shop.recommend(ease, { lambda: 1, mostItems: 2 }, { name: 'zoe', anchors: [1] })).toEqual([2]);
});
