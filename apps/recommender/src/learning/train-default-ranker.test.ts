import { scoreRows } from '@callside/boosting';
import { generateVariedShop, shopKinds } from '@callside/demo-shop';
import { featureNames } from '../ranking/rules/feature-registry.ts';
import { holdoutOf } from './holdout.ts';
import { queryPreparation } from './prepared-query.ts';
import { rankerDataOfShop } from './shop-data.ts';
import { queriesOf, trainDefaultRanker } from './train-default-ranker.ts';
import { defaultRankerSettings } from './train-ranker.ts';

const sizedArticleTypes = new Set<string>();
const shopOf = (kind: keyof typeof shopKinds, seed: number) =>
  rankerDataOfShop(generateVariedShop({ ...shopKinds[kind], products: 150, customers: 150 }, { seed, today: 20_454 }));
const shops = [shopOf('electronics', 1), shopOf('fashion', 2)];
const settings = {
  ...defaultRankerSettings,
  boosting: { ...defaultRankerSettings.boosting, trees: 6 },
  mostTasks: 60,
  mostTargets: 200,
  queryDays: 4,
  seed: 1,
  sizedArticleTypes,
};

test('the order is closer to the first-stage order when the prior has a greater weight', async () => {
  const [learnt, prior] = await Promise.all(
    [0, 1e6].map((priorWeight) => trainDefaultRanker(shops, { ...settings, priorWeight })),
  );
  const [day] = holdoutOf(shopOf('electronics', 3).rows).days;
  if (day === undefined) throw new Error('the shop has no orders');
  let changed = 0;
  for (const { items, features } of queryPreparation(shopOf('electronics', 3), sizedArticleTypes)(day)) {
    const ascends = (ensemble: typeof learnt) =>
      scoreRows((ensemble as NonNullable<typeof learnt>).ensemble, features.values, items.length).every(
        (score, row, scores) => row === 0 || score <= (scores[row - 1] as number),
      );
    expect(ascends(prior)).toBe(true);
    if (!ascends(learnt)) changed += 1;
  }
  expect(changed).toBeGreaterThan(0);
  expect(Object.keys(learnt?.importance ?? {})).toEqual([...featureNames]);
});

test('baskets come from at most the given number of days', () => {
  const [data] = shops;
  if (data === undefined) throw new Error('there is no shop');
  const days = [...new Set(data.rows.days)].sort((one, other) => one - other);
  const used = queriesOf(data, days, settings).map(({ today }) => today);
  expect(used.length).toBeGreaterThan(1);
  expect(used.length).toBeLessThanOrEqual(4);
  expect(days).toEqual(expect.arrayContaining(used));
});
