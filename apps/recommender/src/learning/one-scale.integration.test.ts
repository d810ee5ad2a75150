import { scoreRows, type TreeEnsemble, weightedSum } from '@callside/boosting';
import { generateShop } from '@callside/demo-shop';
import { today } from '../../test/support/small-shops.ts';
import type { Calibration, FeatureMatrix } from '../ranking/index.ts';
import { logOddsOfScores } from '../ranking/index.ts';
import { evaluateRankings } from './evaluate-rankings.ts';
import { holdoutOf } from './holdout.ts';
import { ScoredQueries } from './scored-queries.ts';
import { rankerDataOfShop } from './shop-data.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';
import { defaultRankerSettings, trainRanker } from './train-ranker.ts';

const sizedArticleTypes = new Set<string>();
const shop = rankerDataOfShop(generateShop({ seed: 7, today, products: 250, customers: 1_500 }));
const { days } = holdoutOf(shop.rows);

async function train(seed: number, scale: number): Promise<TreeEnsemble> {
  const boosting = { ...defaultRankerSettings.boosting, trees: 15, leaves: 6, minRowsInLeaf: 30, maxBins: 16 };
  const settings = { ...defaultRankerSettings, mostTasks: 300, boosting, seed, sizedArticleTypes };
  return weightedSum([{ ensemble: (await trainRanker(shop, settings)).backtest, weight: scale }]);
}

async function calibrate(ensemble: TreeEnsemble): Promise<Calibration | null> {
  const score = async ({ values, rowCount }: FeatureMatrix) => scoreRows(ensemble, values, rowCount);
  const queries = new ScoredQueries();
  const onTask = (_: unknown, { scores, ...scored }: { scores: Readonly<Record<string, Float32Array>> } & Scored) =>
    queries.add(scored, scores.model as Float32Array);
  await evaluateRankings(shop, days, { model: score }, { sizedArticleTypes, onTask });
  return queries.fit();
}
type Scored = Parameters<ScoredQueries['add']>[0];

/** How many products a factor of 2 makes the twentieth of a list pass, on average. */
async function passedByFactorTwo(ensemble: TreeEnsemble, calibration: Calibration | null): Promise<number> {
  let [passed, lists] = [0, 0];
  for await (const { features } of prepareQueryDays(shop, days, { sizedArticleTypes, threads: 1 })) {
    const raw = scoreRows(ensemble, features.values, features.rowCount);
    const sorted = logOddsOfScores(raw, features, { calibration, acceptance: null }).sort().reverse();
    const boosted = (sorted[19] as number) + Math.log(2);
    passed += sorted.subarray(0, 19).filter((logOdds) => logOdds < boosted).length;
    lists += 1;
  }
  return passed / lists;
}

test('the factor 2 has the same effect with two trainings whose scores are on different scales', async () => {
  const trainings = [await train(1, 1), await train(2, 12)] as const;
  const calibrations = [await calibrate(trainings[0]), await calibrate(trainings[1])] as const;
  const [one, other] = [
    await passedByFactorTwo(trainings[0], calibrations[0]),
    await passedByFactorTwo(trainings[1], calibrations[1]),
  ];
  expect(one).toBeGreaterThan(1);
  expect(Math.abs(other / one - 1)).toBeLessThan(0.25);
  // Raw scores would give the rule another strength in each.
  const [rawOne, rawOther] = [await passedByFactorTwo(trainings[0], null), await passedByFactorTwo(trainings[1], null)];
  expect(rawOther).toBeLessThan(rawOne / 2);
});
