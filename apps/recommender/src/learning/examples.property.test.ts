import fc from 'fast-check';
import { shopsWithRequests, snapshotOf } from '../../test/support/small-shops.ts';
import { featureNames } from '../ranking/rules/feature-registry.ts';
import { ExampleBuilder } from './examples.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { RankingTask } from './ranking-task.ts';
import { candidatesOf } from './shop-as-of.ts';

const width = featureNames.length;
const whole = { foremost: Number.POSITIVE_INFINITY, oneIn: 1, seed: 1, values: null };

type Candidates = Pick<PreparedQuery, 'items' | 'features'>;

interface TaskWithCandidates {
  candidates: Candidates;
  task: RankingTask;
}

const tasks: fc.Arbitrary<TaskWithCandidates> = shopsWithRequests.chain(({ shop, request }) => {
  const item = fc.integer({ min: 0, max: 14 });
  return fc.uniqueArray(item, { minLength: 1, maxLength: 3 }).map((targets) => {
    const { history, anchors } = request;
    const task: RankingTask = { kind: 'anchors', customer: 0, history, anchors, targets };
    const { items, features } = candidatesOf(snapshotOf(shop), task, request.sizedArticleTypes);
    return { task, candidates: { items, features } };
  });
});

/** Artificial candidates: all features of row r are r. */
function madeUp(rows: number): Candidates {
  const values = Float32Array.from({ length: rows * width }, (_, index) => Math.floor(index / width));
  const items = Int32Array.from({ length: rows }, (_, row) => row);
  return { items, features: { values, rowCount: rows } };
}

const taskOf = (...targets: number[]): RankingTask => {
  return { kind: 'next_purchase', customer: 0, history: [], anchors: [], targets };
};

test('a query has the candidates of a task in their order, labelled by purchase; tasks without a target are left out', () => {
  fc.assert(
    fc.property(fc.array(tasks, { maxLength: 4 }), (list) => {
      const builder = new ExampleBuilder();
      for (const { candidates, task } of list) builder.add({ ...candidates, task }, whole);
      const answered = list.filter(({ candidates: { items }, task }) =>
        task.targets.some((item) => items.includes(item)),
      );
      const set = builder.build();
      expect(builder.rowCount).toBe(set.labels.length);
      expect(set.groups).toHaveLength(answered.length + 1);
      expect([...set.labels]).toEqual(
        answered.flatMap(({ candidates: { items }, task }) =>
          Array.from(items, (item) => (task.targets.includes(item) ? 1 : 0)),
        ),
      );
      expect([...set.features]).toEqual(answered.flatMap(({ candidates }) => [...candidates.features.values]));
      expect([...(set.relevant ?? [])]).toEqual(answered.map(({ task }) => task.targets.length));
      expect(set.weights?.every((weight) => weight === 1)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('some of the candidates after the first ones are drawn, and all purchased ones are kept', () => {
  const builder = new ExampleBuilder();
  builder.add({ ...madeUp(200), task: taskOf(3, 150, 199, 500) }, { foremost: 60, oneIn: 4, seed: 7, values: null });
  const { features, labels, weights = [], relevant } = builder.build();
  const kept = Array.from(labels, (_, index) => features[index * width] as number);
  expect(kept.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, row) => row));
  expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  expect(kept.filter((_, index) => labels[index] === 1)).toEqual([3, 150, 199]);
  for (const [index, row] of kept.entries()) expect(weights[index]).toBe(row < 60 || labels[index] === 1 ? 1 : 4);
  expect([...(relevant ?? [])]).toEqual([4]);
});

test('the weights of the drawn candidates add up to the whole, equally at every rank', () => {
  const queries = 400;
  const builder = new ExampleBuilder();
  const candidates = madeUp(120);
  for (let query = 0; query < queries; query += 1)
    builder.add({ ...candidates, task: taskOf(0) }, { foremost: 40, oneIn: 4, seed: 3, values: null });
  const { features, labels, weights = [] } = builder.build();
  const byTen = new Array<number>(12).fill(0);
  for (let index = 0; index < labels.length; index += 1) {
    const ten = Math.floor((features[index * width] as number) / 10);
    byTen[ten] = (byTen[ten] as number) + (weights[index] as number);
  }
  for (const sum of byTen) expect(Math.abs(sum / (queries * 10) - 1)).toBeLessThan(0.14);
  const total = byTen.reduce((sum, weight) => sum + weight, 0);
  expect(total / (queries * 120)).toBeCloseTo(1, 1);
});

test('the baskets of a customer with n of them weigh 1/√n each, and all queries 1 on average', () => {
  const builder = new ExampleBuilder();
  for (const customer of [1, 2, 2, 2, 2]) builder.add({ ...madeUp(3), task: { ...taskOf(1), customer } }, whole);
  const set = builder.build();
  const [one = 0, ...others] = set.queryWeights ?? [];
  expect(others.map((weight) => weight / one)).toEqual([0.5, 0.5, 0.5, 0.5]);
  expect(one + others.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(5, 5);
});

test('rows beyond the initial capacity are kept in their order', () => {
  const builder = new ExampleBuilder();
  for (let query = 0; query < 30; query += 1) builder.add({ ...madeUp(200), task: taskOf(query) }, whole);
  const { features, labels } = builder.build();
  expect(labels).toHaveLength(6_000);
  expect(Array.from(labels, (_, row) => features[row * width + width - 1])).toEqual(
    Array.from(labels, (_, row) => row % 200),
  );
});

test('purchased items are weighted by their value, with the mean 1', () => {
  const values = Float64Array.of(10, 30, 50);
  const builder = new ExampleBuilder();
  for (const target of [0, 1, 2]) builder.add({ ...madeUp(3), task: taskOf(target) }, { ...whole, values });
  const { labels, weights = [] } = builder.build();
  const bought = [...weights].filter((_, row) => labels[row] === 1);
  expect(bought.map((weight) => Math.round(weight * 1_000))).toEqual([333, 1_000, 1_667]);
  expect([...weights].filter((_, row) => labels[row] === 0).every((weight) => weight === 1)).toBe(true);
});

test('a purchase without value still has a small weight', () => {
  const builder = new ExampleBuilder();
  for (const target of [0, 1])
    builder.add({ ...madeUp(2), task: taskOf(target) }, { ...whole, values: Float64Array.of(0, 4) });
  const { labels, weights = [] } = builder.build();
  expect([...weights].filter((_, row) => labels[row] === 1)).toEqual([expect.closeTo(0.01), 2]);
});
