import { type MeanRankingMetrics, ndcgAt, RankingMetricsAccumulator, recallAt } from '@callside/boosting';
import type { CandidateSet } from '../domain/candidate-set.ts';
import type { Score } from '../domain/feature-matrix.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import { ownFrequencyOrder, popularityOrder } from './baseline-orders.ts';
import { type QueryDay, type RankingTask, type TaskKind, taskKinds } from './ranking-task.ts';
import { candidatesOf, type RankerData, snapshotAsOf } from './shop-as-of.ts';

/** What counts as relevant: all purchases of the basket, only those the customer bought before, or only the others. */
export const relevances = ['all', 'repeats', 'new_items'] as const;
export type Relevance = (typeof relevances)[number];

/** Rankings without a model. */
type Baseline = 'unranked' | 'own_frequency' | 'popularity';
type Means = Readonly<Record<string, MeanRankingMetrics>> & Readonly<Record<Baseline, MeanRankingMetrics>>;

/** Figures of each ranking for one task, with all purchases of the basket relevant. */
export interface TaskFigures {
  readonly task: Pick<RankingTask, 'kind' | 'customer'>;
  /** Recall@10. */
  readonly recalls: Readonly<Record<string, number>>;
  /** Mean of recall@10 and NDCG@10: the place in the list counts too. */
  readonly qualities: Readonly<Record<string, number>>;
  /** Share of the purchases that are among the candidates: no ranking can find more. */
  readonly candidateRecall: number;
}

/** Means by kind of task, by what counts as relevant, by ranking: the name of a model or of a baseline. */
export type RankingsEvaluation = Readonly<Record<TaskKind, Readonly<Record<Relevance, Means>>>>;

const longestList = 10;

/**
 * Evaluates each model on the baskets of some days, and three baselines: the first-stage order, the customer's own frequency and
 * popularity. Every basket is asked on its own day. All rankings follow the rules of offers.
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
    onTask?: (recalls: TaskFigures) => void;
  },
): Promise<RankingsEvaluation> {
  const total = days.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const sums = new Sums();
  let asked = 0;
  for (const { today, tasks } of days) {
    const snapshot = snapshotAsOf(data, today);
    for (const task of tasks) {
      const candidates = candidatesOf(snapshot, task, sizedArticleTypes);
      const orders = baselineOrders(snapshot, candidates);
      for (const [name, score] of Object.entries(models)) {
        orders[name] = bestFirst(candidates, await score(candidates.features));
      }
      for (const [name, order] of Object.entries(orders)) sums.add(task, name, order);
      onTask(figuresOf(task, orders, candidates));
      asked += 1;
      onProgress(asked, total);
    }
  }
  return sums.means([...Object.keys(models), 'unranked', 'own_frequency', 'popularity']) as RankingsEvaluation;
}

function baselineOrders(snapshot: RankingSnapshot, candidates: CandidateSet): Record<string, readonly number[]> {
  return {
    unranked: [...candidates.items.subarray(0, longestList)],
    popularity: popularityOrder(snapshot, candidates, longestList),
    own_frequency: ownFrequencyOrder(snapshot, candidates, longestList),
  };
}

function figuresOf(
  task: RankingTask,
  orders: Readonly<Record<string, readonly number[]>>,
  { items }: CandidateSet,
): TaskFigures {
  const targets = new Set(task.targets);
  const recalls: Record<string, number> = {};
  const qualities: Record<string, number> = {};
  for (const [name, order] of Object.entries(orders)) {
    const recall = recallAt(order, targets, longestList);
    recalls[name] = recall;
    qualities[name] = (recall + ndcgAt(order, targets, longestList)) / 2;
  }
  return {
    task,
    recalls,
    qualities,
    candidateRecall: recallAt([...items], targets, items.length),
  };
}

function bestFirst({ items }: CandidateSet, scores: Float32Array): number[] {
  return Array.from(items, (_, row) => row)
    .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
    .slice(0, longestList)
    .map((row) => items[row] as number);
}

class Sums {
  readonly #sums = new Map<string, RankingMetricsAccumulator>();

  add(task: RankingTask, order: string, ranked: readonly number[]): void {
    const bought = new Set(task.history.map(({ item }) => item));
    const relevant = {
      all: task.targets,
      repeats: task.targets.filter((item) => bought.has(item)),
      new_items: task.targets.filter((item) => !bought.has(item)),
    };
    for (const relevance of relevances) this.#of(task.kind, relevance, order).add(ranked, new Set(relevant[relevance]));
  }

  means(orders: readonly string[]) {
    return Object.fromEntries(
      taskKinds.map((kind) => [
        kind,
        Object.fromEntries(
          relevances.map((relevance) => [
            relevance,
            Object.fromEntries(orders.map((order) => [order, this.#of(kind, relevance, order).means()])),
          ]),
        ),
      ]),
    );
  }

  #of(kind: TaskKind, relevance: Relevance, order: string): RankingMetricsAccumulator {
    const key = `${kind} ${relevance} ${order}`;
    const found = this.#sums.get(key) ?? new RankingMetricsAccumulator();
    this.#sums.set(key, found);
    return found;
  }
}
