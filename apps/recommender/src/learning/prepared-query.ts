import { type CandidateSet, type FeatureMatrix, isJustBought, type RankingSnapshot } from '../ranking/index.ts';
import { ownFrequencyOrder, popularityOrder } from './baseline-orders.ts';
import { indexDayOf } from './query-days.ts';
import type { QueryDay, RankingTask } from './ranking-task.ts';
import { candidatesOf, type RankerData, snapshotAsOf } from './shop-as-of.ts';

/** A query with what the service would have computed for it on its day. It can be passed between threads. */
export interface PreparedQuery {
  readonly task: RankingTask;
  /** The candidates in first-stage order. */
  readonly items: Int32Array;
  readonly features: FeatureMatrix;
  /** The first items of rankings without a model, best first. */
  readonly baselines: Readonly<Record<Baseline, readonly number[]>>;
}

export const baselines = ['unranked', 'own_frequency', 'popularity'] as const;
export type Baseline = (typeof baselines)[number];

/** Length of the lists that are measured. */
export const longestList = 10;

/** Prepares the queries of one day after the other. The index of a week is built once for days that follow each other. */
export function queryPreparation(
  data: RankerData,
  sizedArticleTypes: ReadonlySet<string>,
): (day: QueryDay) => Generator<PreparedQuery> {
  const { justBoughtDays } = data;
  let snapshot: RankingSnapshot | null = null;
  return function* ({ today, tasks }) {
    const indexDay = indexDayOf(today);
    if (snapshot?.purchases.today !== indexDay) snapshot = snapshotAsOf(data, indexDay);
    for (const task of tasks) {
      const candidates = candidatesOf(snapshot, task, sizedArticleTypes, { today, justBoughtDays });
      const { items, features } = candidates;
      const served = asServed(task, { today, justBoughtDays });
      yield { task: served, items, features, baselines: baselineOrders(snapshot, candidates) };
    }
  };
}

/** What was just bought is an anchor: the task is of the kind whose trees score it. */
export function asServed(
  task: RankingTask,
  { today, justBoughtDays = 0 }: { today: number; justBoughtDays?: number | undefined },
): RankingTask {
  const isAnchored = task.history.some((line) => isJustBought(line, { today, resting: { justBoughtDays } }));
  return isAnchored ? { ...task, kind: 'anchors' } : task;
}

function baselineOrders(snapshot: RankingSnapshot, candidates: CandidateSet): PreparedQuery['baselines'] {
  return {
    unranked: [...candidates.items.subarray(0, longestList)],
    own_frequency: ownFrequencyOrder(snapshot, candidates, longestList),
    popularity: popularityOrder(snapshot, candidates, longestList),
  };
}
