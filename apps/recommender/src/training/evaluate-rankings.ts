import { type MeanRankingMetrics, RankingMetricsAccumulator, recallAt } from '@callside/boosting';
import type { CandidateSet } from '../domain/candidate-set.ts';
import type { Score } from '../domain/feature-matrix.ts';
import { ownFrequencyOrder, popularityOrder } from './baseline-orders.ts';
import { candidatesOf } from './examples.ts';
import type { RankingTask, TaskKind, TimeSlice } from './time-slices.ts';
import { type RankerData, snapshotAsOf } from './train-ranker.ts';

/** What counts as relevant: all purchases of the basket, only those the customer bought before, or only the others. */
export const relevances = ['all', 'repeats', 'new_items'] as const;
export type Relevance = (typeof relevances)[number];

/** Rankings without a model. */
type Baseline = 'unranked' | 'own_frequency' | 'popularity';
type Means = Readonly<Record<string, MeanRankingMetrics>> & Readonly<Record<Baseline, MeanRankingMetrics>>;

/** Recall@10 of each ranking for one task, with all purchases of the basket relevant. */
export interface TaskRecalls {
  readonly task: Pick<RankingTask, 'kind' | 'customer'>;
  readonly recalls: Readonly<Record<string, number>>;
}

/** Means by kind of task, by what counts as relevant, by ranking: the name of a model or of a baseline. */
export type RankingsEvaluation = Readonly<Record<TaskKind, Readonly<Record<Relevance, Means>>>>;

const longestList = 10;

/**
 * Evaluates each model on a slice of time, and three baselines: the first-stage order, the customer's own frequency and
 * popularity. All rankings follow the rules of offers. All items count as in stock.
 */
export async function evaluateRankings(
  data: RankerData,
  slice: TimeSlice,
  models: Readonly<Record<string, Score>>,
  {
    sizedArticleTypes,
    onProgress = () => {},
    onTask = () => {},
  }: {
    sizedArticleTypes: ReadonlySet<string>;
    onProgress?: (done: number, total: number) => void;
    onTask?: (recalls: TaskRecalls) => void;
  },
): Promise<RankingsEvaluation> {
  const snapshot = snapshotAsOf(data, slice.today);
  const sums = new Sums();
  for (const [index, task] of slice.tasks.entries()) {
    const candidates = candidatesOf(snapshot, task, slice.today, sizedArticleTypes);
    const items = [...candidates.items];
    const orders: Record<string, readonly number[]> = {
      unranked: items.slice(0, longestList),
      popularity: popularityOrder(snapshot, candidates, longestList),
      own_frequency: ownFrequencyOrder(snapshot, candidates, longestList),
    };
    for (const [name, score] of Object.entries(models)) {
      orders[name] = bestFirst(candidates, await score(candidates.features));
    }
    for (const [name, order] of Object.entries(orders)) sums.add(task, name, order);
    const targets = new Set(task.targets);
    const recalls = Object.entries(orders).map(
      ([name, order]) => [name, recallAt(order, targets, longestList)] as const,
    );
    onTask({ task, recalls: Object.fromEntries(recalls) });
    onProgress(index + 1, slice.tasks.length);
  }
  return sums.means([...Object.keys(models), 'unranked', 'own_frequency', 'popularity']) as RankingsEvaluation;
}

function bestFirst({ items }: CandidateSet, scores: Float32Array): number[] {
  return Array.from(items, (_, row) => row)
    .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
    .slice(0, longestList)
    .map((row) => items[row] as number);
}

const taskKinds = ['next purchase', 'anchors'] as const satisfies readonly TaskKind[];

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
