import type { TrainingSet } from '@callside/boosting';
import { ExampleBuilder } from './examples.ts';
import { planQueryDays } from './query-days.ts';
import { sampled } from './query-segment.ts';
import type { RankingTask } from './ranking-task.ts';
import type { RankerData } from './shop-as-of.ts';
import { tasksByDay } from './tasks-by-day.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';
import type { RankerSettings, TrainingProgress } from './train-ranker.ts';

/** The examples of one past basket. */
export interface PastExamples extends Pick<RankingTask, 'kind'> {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly examples: TrainingSet;
}

/** The last day whose purchases are among the past examples: models are measured on the days after it. */
export function lastExampleDay({ rows }: RankerData): number {
  return planQueryDays(rows).holdoutFrom - 1;
}

/** What a model is trained from, a basket at a time, without the days that models are measured on. Baskets without a target are left out. */
export async function* pastExamples(
  { recorded: _, ...data }: RankerData,
  { mostTasks, mostTargets, sizedArticleTypes }: Omit<RankerSettings, 'boosting' | 'seed' | 'trainedFor'>,
  onProgress: (progress: TrainingProgress) => void,
): AsyncGenerator<PastExamples> {
  const days = tasksByDay(data.rows, planQueryDays(data.rows).before, { mostTasks, mostTargets, seed: 1 });
  const dayOf = days.flatMap(({ today, tasks }) => tasks.map(() => today));
  let done = 0;
  for await (const query of prepareQueryDays(data, days, { sizedArticleTypes })) {
    const builder = new ExampleBuilder();
    builder.add(query, { ...sampled, seed: done, values: null });
    const day = dayOf[done] as number;
    done += 1;
    onProgress({ step: 'examples', done, total: dayOf.length });
    if (builder.rowCount > 0) yield { day, kind: query.task.kind, examples: builder.build() };
  }
}
