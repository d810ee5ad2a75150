import { scoreRows } from '@callside/boosting';
import { generateShop } from '@callside/demo-shop';
import { type Line, rowsOf, today } from '../../test/support/small-shops.ts';
import { createCatalogue } from '../ranking/rules/catalogue.ts';
import { sizedArticleTypesOf } from '../ranking/rules/eligibility.ts';
import type { FeatureMatrix } from '../ranking/rules/feature-matrix.ts';
import { featureNames } from '../ranking/rules/feature-registry.ts';
import { evaluateRankings } from './evaluate-rankings.ts';
import { holdoutOf } from './holdout.ts';
import type { RankerData } from './shop-as-of.ts';
import { rankerDataOfShop } from './shop-data.ts';
import { hashOf } from './stable-hash.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';
import { defaultRankerSettings, type RankerSettings, type TrainedRanker, trainRanker } from './train-ranker.ts';

const sizedArticleTypes = sizedArticleTypesOf(['ring', 'bracelet', 'bangle']);
const settings: RankerSettings = {
  ...defaultRankerSettings,
  mostTasks: 300,
  boosting: { ...defaultRankerSettings.boosting, trees: 15, leaves: 6, minRowsInLeaf: 30, maxBins: 16 },
  seed: 1,
  sizedArticleTypes,
};
const shop = rankerDataOfShop(generateShop({ seed: 7, today, products: 250, customers: 700 }));

describe('a ranker of a small shop', () => {
  let trained: TrainedRanker;
  beforeAll(async () => {
    trained = await trainRanker(shop, settings);
  });

  it('predicts unseen purchases better than popularity does', async () => {
    const { backtest } = trained;
    const score = async ({ values, rowCount }: FeatureMatrix) => scoreRows(backtest, values, rowCount);
    const evaluation = await evaluateRankings(shop, holdoutOf(shop.rows).days, { model: score }, { sizedArticleTypes });
    // Both kinds of tasks together, because each alone has few.
    const sum = (order: 'model' | 'popularity') =>
      Object.values(evaluation).reduce((total, { all }) => {
        return total + (all[order]?.queries ?? 0) * (all[order]?.ndcg[10] ?? 0);
      }, 0);
    expect(sum('popularity')).toBeGreaterThan(0);
    expect(sum('model')).toBeGreaterThan(sum('popularity'));
  });

  it('reports its features and its objectives', () => {
    const { ensemble, importance, exampleCount, objective } = trained;
    expect(ensemble.featureCount).toBe(featureNames.length);
    expect(ensemble.trees.length).toBeGreaterThan(0);
    expect(Object.keys(importance)).toEqual(featureNames);
    expect(Object.values(importance).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(objective).toBe('logistic and lambdarank');
    expect(exampleCount).toBeGreaterThan(1_000);
  });
});

const few: RankerSettings = { ...settings, mostTasks: 24 };

test('the same data and settings give exactly the same ranker, and another seed gives another one', async () => {
  const trained = await trainRanker(shop, few);
  expect(await trainRanker({ catalogue: shop.catalogue, rows: shop.rows }, few)).toEqual(trained);
  expect((await trainRanker(shop, { ...few, seed: 2 })).ensemble).not.toEqual(trained.ensemble);
});

describe('a shop with few orders', () => {
  const item = (sku: string) => {
    return { sku, title: `Product ${sku}`, webPrice: 10, articleType: 'chain', size: null, attributes: {} };
  };
  /** Each customer buys one of the products every `every` days, one product after the other. */
  const dataOf = (products: number, customers: number, days: number, every: number): RankerData => {
    const lines: Line[] = [];
    for (let customer = 0; customer < customers; customer += 1) {
      for (let day = customer % every; day < days; day += every) {
        lines.push({ customer, item: (customer + day) % products, day: today - days + day });
      }
    }
    const items = Array.from({ length: products }, (_, index) => item(String(index + 1)));
    return { catalogue: createCatalogue(items, 'v'), rows: rowsOf(lines) };
  };
  const expectUsable = ({ ensemble, importance }: TrainedRanker) => {
    expect(Number.isFinite(ensemble.baseScore)).toBe(true);
    for (const { value, threshold } of ensemble.trees)
      expect([...value, ...threshold].every(Number.isFinite)).toBe(true);
    expect(Object.values(importance).every(Number.isFinite)).toBe(true);
  };

  it('trains on four months of orders', async () => {
    expectUsable(await trainRanker(dataOf(8, 40, 121, 12), few));
  });

  it('trains on three customers who return', async () => {
    expectUsable(await trainRanker(dataOf(8, 3, 400, 9), few));
  });

  it('trains on a single product, although there is nothing to learn', async () => {
    expectUsable(await trainRanker(dataOf(1, 30, 400, 25), few));
  });

  it.each([
    ['no orders', 0, 10],
    ['orders of one day', 1, 10],
  ])('says that %s cover too little time', async (_, days, every) => {
    await expect(trainRanker(dataOf(5, 20, days, every), few)).rejects.toThrow(
      new RangeError('the orders cover too little time to train and to check on later purchases'),
    );
  });

  it('reports the problem when no customer returns or buys two products at once', async () => {
    const lines = Array.from({ length: 200 }, (_, customer) => ({
      customer,
      item: customer % 5,
      day: today - customer,
    }));
    const { catalogue } = dataOf(5, 0, 0, 1);
    await expect(trainRanker({ catalogue, rows: rowsOf(lines) }, few)).rejects.toThrow(
      new RangeError('no purchased product was among the candidates that earlier data gave'),
    );
  });
});

test('a ranker for revenue ranks expensive products higher than one for conversion', async () => {
  // Each day, customers buy one product of two that cost 10 and 90, each equally often.
  const item = (sku: string, webPrice: number) => {
    return { sku, title: `Product ${sku}`, webPrice, articleType: 'chain', size: null, attributes: {} };
  };
  const catalogue = createCatalogue([item('1', 10), item('2', 90)], 'v');
  const lines: Line[] = [];
  for (let customer = 0; customer < 60; customer += 1) {
    for (let day = customer % 9; day < 400; day += 9) {
      lines.push({ customer, item: hashOf(customer, day) % 2, day: today - 400 + day });
    }
  }
  const data = { catalogue, rows: rowsOf(lines) };
  const advantage = async (trainedFor: 'conversion' | 'revenue') => {
    const { ensemble } = await trainRanker(data, { ...few, mostTasks: 300, trainedFor });
    let sum = 0;
    for await (const { items, features } of prepareQueryDays(data, holdoutOf(data.rows).days, {
      sizedArticleTypes,
      threads: 1,
    })) {
      const scores = scoreRows(ensemble, features.values, features.rowCount);
      sum += (scores[items.indexOf(1)] as number) - (scores[items.indexOf(0)] as number);
    }
    return sum;
  };
  expect(await advantage('revenue')).toBeGreaterThan((await advantage('conversion')) + 10);
});
