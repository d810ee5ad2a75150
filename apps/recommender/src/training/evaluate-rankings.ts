import { type MeanRankingMetrics, ndcgAt, RankingMetricsAccumulator, recallAt } from '@callside/boosting';
import { servedCandidates } from '../domain/candidate-generation/generate-candidates.ts';
import type { Score } from '../domain/feature-matrix.ts';
import { type Baseline, baselines, longestList } from './prepared-query.ts';
import { type QueryDay, type RankingTask, type TaskKind, taskKinds } from './ranking-task.ts';
import type { RankerData } from './shop-as-of.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';

/** What counts as relevant: all purchases of the basket, only those the customer bought before, or only the others. */
export const relevances = ['all', 'repeats', 'new_items'] as const;
export type Relevance = (typeof relevances)[number];

type Means = Readonly<Record<string, MeanRankingMetrics>> & Readonly<Record<Baseline, MeanRankingMetrics>>;

/** Figures of each ranking for one task, with all purchases of the basket relevant. */
export interface TaskFigures {
  readonly task: Pick<RankingTask, 'kind' | 'customer'>;
  /** Recall@10. */
  readonly recalls: Readonly<Record<string, number>>;
  /** Mean of recall@10 and NDCG@10: the place in the list counts too. */
  readonly qualities: Readonly<Record<string, number>>;
  /** What was bought among the first ten, by catalogue index. */
  readonly found: Readonly<Record<string, readonly number[]>>;
  /** Share of the purchases that are among the candidates: no ranking can find more. */
  readonly candidateRecall: number;
}

/** The candidates of a task with the scores that the models gave them. */
export interface ScoredTask {
  readonly task: RankingTask;
  readonly items: Int32Array;
  readonly scores: Readonly<Record<string, Float32Array>>;
}

/** Means by kind of task, by what counts as relevant, by ranking: the name of a model or of a baseline. */
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
  const sums = new Sums();
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
  return sums.means([...Object.keys(models), ...baselines]) as RankingsEvaluation;
}

function figuresOf(
  task: RankingTask,
  orders: Readonly<Record<string, readonly number[]>>,
  served: Int32Array,
): TaskFigures {
  const targets = new Set(task.targets);
  const recalls: Record<string, number> = {};
  const qualities: Record<string, number> = {};
  const found: Record<string, readonly number[]> = {};
  for (const [name, order] of Object.entries(orders)) {
    const recall = recallAt(order, targets, longestList);
    recalls[name] = recall;
    found[name] = order.slice(0, longestList).filter((item) => targets.has(item));
    qualities[name] = (recall + ndcgAt(order, targets, longestList)) / 2;
  }
  return {
    task,
    recalls,
    qualities,
    found,
    candidateRecall: recallAt([...served], targets, served.length),
  };
}

function bestFirst(items: Int32Array, scores: Float32Array): number[] {
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
