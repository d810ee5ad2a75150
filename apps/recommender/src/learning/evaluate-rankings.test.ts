import { createCatalogue } from '../ranking/rules/catalogue.ts';
import type { FeatureMatrix } from '../ranking/rules/feature-matrix.ts';
import { evaluateRankings, type MeansOfRanking, type TaskFigures } from './evaluate-rankings.ts';
import { tasksByDay } from './tasks-by-day.ts';

const catalogue = createCatalogue(
  Array.from({ length: 30 }, (_, index) => ({
    sku: String(index + 1),
    title: `Product ${index + 1}`,
    webPrice: 10 + index,
    articleType: index % 2 === 0 ? 'pendant' : 'chain',
    size: null,
    attributes: {},
  })),
  'v',
);
const today = 20_100;

const boughtBy = (customer: number) => (customer % 2 === 0 ? 1 + customer : ((customer + 6) % 25) + 1);

/** Each customer bought one product twice, and often the popular one. Then half of them buy their product again, and half buy a new one. */
const lines = Array.from({ length: 20 }, (_, customer) => {
  const own = 1 + customer;
  const bought = boughtBy(customer);
  return [
    [customer, own, today - 60],
    [customer, own, today - 30],
    [customer, 0, today - 50],
    [customer, bought, today + (customer % 2)],
  ] as const;
}).flat();
const data = {
  catalogue,
  rows: {
    customers: Int32Array.from(lines, ([customer]) => customer),
    items: Int32Array.from(lines, ([, item]) => item),
    days: Int32Array.from(lines, ([, , day]) => day),
  },
};
const days = tasksByDay(data.rows, [today, today + 1], { mostTasks: 100, seed: 1 });
const rules = { sizedArticleTypes: new Set<string>() };

describe('the evaluation of rankings', () => {
  it('separates repeats and new items', async () => {
    const { next_purchase: next, anchors } = await evaluateRankings(data, days, {}, rules);
    expect(next.all.unranked.queries).toBe(20);
    expect(next.repeats.unranked.queries).toBe(10);
    expect(next.new_items.unranked.queries).toBe(10);
    expect(anchors.all.unranked.queries).toBe(0);
  });

  it("finds every repeat by the customer's own frequency and none by popularity", async () => {
    const { next_purchase: next } = await evaluateRankings(data, days, {}, rules);
    expect(next.repeats.own_frequency.hit[1]).toBe(1);
    expect(next.repeats.popularity.hit[1]).toBe(0);
  });

  it('equals the first-stage order when all scores are equal', async () => {
    const indifferent = async ({ rowCount }: FeatureMatrix) => new Float32Array(rowCount);
    const { next_purchase: next } = await evaluateRankings(data, days, { model: indifferent }, rules);
    expect(next.all.model).toEqual(next.all.unranked);
  });

  it('ranks by the scores, the highest first', async () => {
    const contrary = async ({ rowCount }: FeatureMatrix) => Float32Array.from({ length: rowCount }, (_, row) => row);
    const { next_purchase: next } = await evaluateRankings(data, days, { model: contrary }, rules);
    expect(next.repeats.model?.hit[10]).toBeLessThan(next.repeats.unranked.hit[10]);
  });

  it('reports what each ranking found of each basket, and what was among the candidates', async () => {
    const seen: TaskFigures[] = [];
    await evaluateRankings(data, days, {}, { ...rules, onTask: (figures) => seen.push(figures) });
    expect(seen).toHaveLength(20);
    for (const { task, rankings, candidateRecall } of seen) {
      // Products 1 to 20 were sold before.
      expect(candidateRecall).toBe(boughtBy(task.customer) <= 20 ? 1 : 0);
      expect(rankings.unranked?.recall).toBeLessThanOrEqual(candidateRecall);
    }
  });

  it('reports the mean over the customers beside that over the baskets', async () => {
    // Customer 0 buys their own product on each of three days, and customer 1 a product that is new to all.
    const more = [
      ...[0, 1, 2].map((later) => [0, 1, today + later] as const),
      ...[[1, 2, today - 60] as const, [1, 29, today + 1] as const],
      ...[[0, 1, today - 60] as const],
    ].sort(([one, , day], [other, , otherDay]) => one - other || day - otherDay);
    const rows = {
      customers: Int32Array.from(more, ([customer]) => customer),
      items: Int32Array.from(more, ([, item]) => item),
      days: Int32Array.from(more, ([, , day]) => day),
    };
    const queries = tasksByDay(rows, [today, today + 1, today + 2], { mostTasks: 100, seed: 1 });
    const { next_purchase: next } = await evaluateRankings({ ...data, rows }, queries, {}, rules);
    const { hit, queries: baskets, by_customer } = next.all.own_frequency;
    expect([baskets, hit[10]]).toEqual([4, 0.75]);
    expect(by_customer.queries).toBeCloseTo(2);
    expect(by_customer.hit[10]).toBeCloseTo(0.5);
  });

  it('counts each customer once in the kind that their tasks are served as', async () => {
    // Customer 0 comes back after two months, and on the two days after it: then what they just bought is an anchor.
    const more = [
      ...[0, 1, 2].map((later) => [0, later, today + later] as const),
      ...[[1, 2, today - 60] as const, [1, 4, today] as const],
      ...[[0, 1, today - 60] as const],
    ].sort(([one, , day], [other, , otherDay]) => one - other || day - otherDay);
    const rows = {
      customers: Int32Array.from(more, ([customer]) => customer),
      items: Int32Array.from(more, ([, item]) => item),
      days: Int32Array.from(more, ([, , day]) => day),
    };
    const queries = tasksByDay(rows, [today, today + 1, today + 2], { mostTasks: 100, seed: 1 });
    const evaluated = await evaluateRankings({ ...data, rows, justBoughtDays: 3 }, queries, {}, rules);
    const countsOf = ({ queries: baskets, by_customer }: MeansOfRanking) => [baskets, by_customer.queries];
    expect(countsOf(evaluated.next_purchase.all.unranked)).toEqual([2, 2]);
    expect(countsOf(evaluated.anchors.all.unranked)).toEqual([2, 1]);
  });

  it('reports its progress', async () => {
    const seen: [number, number][] = [];
    await evaluateRankings(data, days, {}, { ...rules, onProgress: (...progress) => seen.push(progress) });
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, 20]));
  });

  it('offers no item of a sized type to a customer who bought none of that type, in any ranking', async () => {
    const gated = { sizedArticleTypes: new Set(['chain', 'pendant']) };
    const sized = {
      ...data,
      catalogue: createCatalogue(
        catalogue.items.map((item, index) => ({ ...item, size: index })),
        'v',
      ),
    };
    const { next_purchase: next } = await evaluateRankings(sized, days, {}, gated);
    for (const order of ['unranked', 'own_frequency', 'popularity'] as const) {
      expect(next.new_items[order].hit[10]).toBe(0);
    }
  });
});
