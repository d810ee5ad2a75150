import { type MeanRankingMetrics, ndcgAt, RankingMetricsAccumulator, recallAt } from '@callside/boosting';
import type { Score } from '../ranking/index.ts';
import { servedCandidates } from '../ranking/index.ts';
import { asServed, type Baseline, baselines, longestList } from './prepared-query.ts';
import { byTaskKind, type QueryDay, type RankingTask, type TaskKind } from './ranking-task.ts';
import type { RankerData } from './shop-as-of.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';

/** What counts as relevant: all purchases of the basket, only those the customer bought before, or only the others. */
export type Relevance = 'all' | 'repeats' | 'new_items';

/** Means over the baskets, and over the customers: the mean of each customer counts once. */
export interface MeansOfRanking extends MeanRankingMetrics {
  readonly by_customer: MeanRankingMetrics;
}

/** By ranking: the name of a model or of a baseline. */
export type Means = Readonly<Record<string, MeansOfRanking>> & Readonly<Record<Baseline, MeansOfRanking>>;

/** Figures of one ranking for one task, with all purchases of the basket relevant. */
interface ListFigures {
  /** Recall@10. */
  readonly recall: number;
  /** Mean of recall@10 and NDCG@10: the place in the list counts too. */
  readonly quality: number;
  /** What was bought among the first ten, by catalogue index. */
  readonly found: readonly number[];
}

export interface TaskFigures {
  readonly task: Pick<RankingTask, 'kind' | 'customer'>;
  readonly rankings: Readonly<Record<string, ListFigures>>;
  /** Share of the purchases that are among the candidates: no ranking can find more. */
  readonly candidateRecall: number;
}

/** The candidates of a task with the scores that the models gave them. */
export interface ScoredTask {
  readonly task: RankingTask;
  readonly items: Int32Array;
  readonly scores: Readonly<Record<string, Float32Array>>;
}

/** Means by kind of task, by what counts as relevant, by ranking. */
export type RankingsEvaluation = Readonly<Record<TaskKind, Readonly<Record<Relevance, Means>>>>;

/**
 * Evaluates each model on the baskets of some days, and three baselines: the first-stage order, the customer's own frequency and
 * popularity. Every basket is a task of its own day. All rankings follow the rules of offers.
 */
export async function evaluateRankings(
  data: RankerData,
  days: readonly QueryDay[],
  models: Readonly<Record<string, Score>>,
  {
    sizedArticleTypes,
    onProgress = () => {},
    onTask = () => {},
  }: {
    sizedArticleTypes: ReadonlySet<string>;
    onProgress?: (done: number, total: number) => void;
    onTask?: (figures: TaskFigures, scored: ScoredTask) => void;
  },
): Promise<RankingsEvaluation> {
  const total = days.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const sums = new Sums(days, data);
  let done = 0;
  for await (const { task, items, features, baselines: orders } of prepareQueryDays(data, days, {
    sizedArticleTypes,
  })) {
    const served = items.subarray(0, servedCandidates);
    const rankings: Record<string, readonly number[]> = { ...orders };
    const scores: Record<string, Float32Array> = {};
    for (const [name, score] of Object.entries(models)) {
      scores[name] = (await score(features)).subarray(0, served.length);
      rankings[name] = bestFirst(served, scores[name]);
    }
    for (const [name, order] of Object.entries(rankings)) sums.add(task, name, order);
    onTask(figuresOf(task, rankings, served), { task, items: served, scores });
    done += 1;
    onProgress(done, total);
  }
  return sums.means([...Object.keys(models), ...baselines]);
}

function figuresOf(
  task: RankingTask,
  orders: Readonly<Record<string, readonly number[]>>,
  served: Int32Array,
): TaskFigures {
  const targets = new Set(task.targets);
  const rankings: Record<string, ListFigures> = {};
  for (const [name, order] of Object.entries(orders)) {
    const recall = recallAt(order, targets, longestList);
    const quality = (recall + ndcgAt(order, targets, longestList)) / 2;
    const found = order.slice(0, longestList).filter((item) => targets.has(item));
    rankings[name] = { recall, quality, found };
  }
  return { task, rankings, candidateRecall: recallAt([...served], targets, served.length) };
}

function bestFirst(items: Int32Array, scores: Float32Array): number[] {
  return Array.from(items, (_, row) => row)
    .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
    .slice(0, longestList)
    .map((row) => items[row] as number);
}

/** What counts as relevant in the basket of a task. */
const relevantItems: Readonly<Record<Relevance, (task: RankingTask) => ReadonlySet<number>>> = {
  all: ({ targets }) => new Set(targets),
  repeats: ({ history, targets }) => {
    const bought = new Set(history.map(({ item }) => item));
    return new Set(targets.filter((item) => bought.has(item)));
  },
  new_items: ({ history, targets }) => {
    const bought = new Set(history.map(({ item }) => item));
    return new Set(targets.filter((item) => !bought.has(item)));
  },
};
const relevances = Object.keys(relevantItems) as Relevance[];

class Sums {
  readonly #baskets = new Map<string, RankingMetricsAccumulator>();
  readonly #customers = new Map<string, RankingMetricsAccumulator>();
  /** By kind, relevance and customer: the number of tasks with something relevant. */
  readonly #tasks = new Map<string, number>();

  constructor(days: readonly QueryDay[], { justBoughtDays }: Pick<RankerData, 'justBoughtDays'>) {
    const served = days.flatMap(({ today, tasks }) => tasks.map((task) => asServed(task, { today, justBoughtDays })));
    for (const task of served) {
      for (const relevance of relevances) {
        if (relevantItems[relevance](task).size === 0) continue;
        const key = `${task.kind} ${relevance} ${task.customer}`;
        this.#tasks.set(key, (this.#tasks.get(key) ?? 0) + 1);
      }
    }
  }

  add(task: RankingTask, order: string, ranked: readonly number[]): void {
    for (const relevance of relevances) {
      const relevant = relevantItems[relevance](task);
      const key = `${task.kind} ${relevance}`;
      of(this.#baskets, `${key} ${order}`).add(ranked, relevant);
      of(this.#customers, `${key} ${order}`).add(
        ranked,
        relevant,
        1 / (this.#tasks.get(`${key} ${task.customer}`) ?? 1),
      );
    }
  }

  means(orders: readonly string[]): RankingsEvaluation {
    return byTaskKind((kind) => {
      const meansOf = (relevance: Relevance) => {
        const means = orders.map((order): [string, MeansOfRanking] => {
          const key = `${kind} ${relevance} ${order}`;
          return [order, { ...of(this.#baskets, key).means(), by_customer: of(this.#customers, key).means() }];
        });
        return Object.fromEntries(means) as Means;
      };
      return { all: meansOf('all'), repeats: meansOf('repeats'), new_items: meansOf('new_items') };
    }) as RankingsEvaluation;
  }
}

function of(sums: Map<string, RankingMetricsAccumulator>, key: string): RankingMetricsAccumulator {
  const found = sums.get(key) ?? new RankingMetricsAccumulator();
  sums.set(key, found);
  return found;
}
