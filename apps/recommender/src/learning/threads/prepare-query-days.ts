import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { workerEntry } from '../../worker-entry.ts';
import { type PreparedQuery, queryPreparation } from '../prepared-query.ts';
import { indexDayOf } from '../query-days.ts';
import type { QueryDay } from '../ranking-task.ts';
import type { RankerData } from '../shop-as-of.ts';
import type { PreparedQueries, ThreadData } from './query-day-messages.ts';

export interface PrepareOptions {
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Limit of threads; default: the number of processors. With one, all work runs in the caller's thread. */
  readonly threads?: number;
}

/** With fewer tasks, starting threads takes longer than computing the tasks. */
const leastTasksForThreads = 1_000;
/** Each thread holds the shop and an index. */
const mostThreads = 8;

/** The queries of all days, in their order. They are the same, bit for bit, with any number of threads. */
export async function* prepareQueryDays(
  data: RankerData,
  days: readonly QueryDay[],
  { sizedArticleTypes, threads = threadsFor(days) }: PrepareOptions,
): AsyncGenerator<PreparedQuery> {
  const indexDays = [...new Set(days.map(({ today }) => indexDayOf(today)))];
  const used = Math.min(threads, indexDays.length);
  if (used <= 1) {
    const prepareQueries = queryPreparation(data, sizedArticleTypes);
    for (const day of days) yield* prepareQueries(day);
    return;
  }
  const threadOf = ({ today }: QueryDay) => indexDays.indexOf(indexDayOf(today)) % used;
  const started = Array.from({ length: used }, (_, thread) => {
    const own = days.filter((day) => threadOf(day) === thread);
    return new QueryDayThread(toThreadData(data, own, sizedArticleTypes));
  });
  try {
    for (const day of days) yield* (started[threadOf(day)] as QueryDayThread).readDay();
  } finally {
    await Promise.all(started.map((thread) => thread.stop()));
  }
}

function threadsFor(days: readonly QueryDay[]): number {
  const taskCount = days.reduce((sum, { tasks }) => sum + tasks.length, 0);
  return taskCount < leastTasksForThreads ? 1 : Math.min(mostThreads, availableParallelism());
}

function toThreadData(
  { catalogue: { items, version }, rows, records, justBoughtDays }: RankerData,
  days: readonly QueryDay[],
  sizedArticleTypes: ReadonlySet<string>,
): ThreadData {
  return {
    catalogue: { items, version },
    rows,
    ...(records && { records }),
    ...(justBoughtDays !== undefined && { justBoughtDays }),
    days,
    sizedArticleTypes: [...sizedArticleTypes],
  };
}

/** A thread and its answers that the caller has not read yet. */
class QueryDayThread {
  readonly #worker: Worker;
  readonly #answers: PreparedQueries[] = [];
  #problem: Error | null = null;
  #onChange = () => {};

  constructor(workerData: ThreadData) {
    this.#worker = new Worker(workerEntry('query-day-worker'), { workerData, name: 'query days' });
    this.#worker.on('message', (answer: PreparedQueries) => {
      this.#answers.push(answer);
      this.#onChange();
    });
    this.#worker.on('error', (error: Error) => {
      this.#problem = error;
    });
    this.#worker.on('exit', () => {
      this.#problem ??= new Error('a thread that computes past tasks has ended; there may be too little memory');
      this.#onChange();
    });
  }

  async *readDay(): AsyncGenerator<PreparedQuery> {
    for (;;) {
      const { queries, isEndOfDay } = await this.#next();
      yield* queries;
      if (isEndOfDay) return;
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #next(): Promise<PreparedQueries> {
    for (;;) {
      const answer = this.#answers.shift();
      if (answer !== undefined) {
        this.#worker.postMessage('more');
        return answer;
      }
      if (this.#problem !== null) throw this.#problem;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }
}
