import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { workerEntry } from '../../worker-entry.ts';
import { type AskedTask, askTasks } from '../asked-task.ts';
import type { QueryDay } from '../ranking-task.ts';
import type { RankerData } from '../shop-as-of.ts';
import type { AskedTasks, ThreadData } from './query-day-messages.ts';

export interface AskOptions {
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Limit of threads; default: the number of processors. With one, all work runs in the caller's thread. */
  readonly threads?: number;
}

/** With fewer tasks, starting threads takes longer than computing the tasks. */
const leastTasksForThreads = 1_000;
/** Each thread holds the shop and an index. */
const mostThreads = 8;

/** Computes the tasks of all days, in their order. The answers are the same, bit for bit, with any number of threads. */
export async function* askDays(
  data: RankerData,
  days: readonly QueryDay[],
  { sizedArticleTypes, threads = threadsFor(days) }: AskOptions,
): AsyncGenerator<AskedTask> {
  const used = Math.min(threads, days.length);
  if (used <= 1) {
    for (const day of days) yield* askTasks(data, day, sizedArticleTypes);
    return;
  }
  const started = Array.from({ length: used }, (_, thread) => {
    const own = days.filter((_, index) => index % used === thread);
    return new QueryDayThread(toThreadData(data, own, sizedArticleTypes));
  });
  try {
    for (let index = 0; index < days.length; index += 1) yield* (started[index % used] as QueryDayThread).readDay();
  } finally {
    await Promise.all(started.map((thread) => thread.stop()));
  }
}

function threadsFor(days: readonly QueryDay[]): number {
  const taskCount = days.reduce((sum, { tasks }) => sum + tasks.length, 0);
  return taskCount < leastTasksForThreads ? 1 : Math.min(mostThreads, availableParallelism());
}

function toThreadData(
  { catalogue: { items, version }, rows, records }: RankerData,
  days: readonly QueryDay[],
  sizedArticleTypes: ReadonlySet<string>,
): ThreadData {
  return {
    catalogue: { items, version },
    rows,
    ...(records && { records }),
    days,
    sizedArticleTypes: [...sizedArticleTypes],
  };
}

/** A thread and its answers that the caller has not read yet. */
class QueryDayThread {
  readonly #worker: Worker;
  readonly #answers: AskedTasks[] = [];
  #problem: Error | null = null;
  #onChange = () => {};

  constructor(workerData: ThreadData) {
    this.#worker = new Worker(workerEntry('query-day-worker'), { workerData, name: 'query days' });
    this.#worker.on('message', (answer: AskedTasks) => {
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

  async *readDay(): AsyncGenerator<AskedTask> {
    for (;;) {
      const { asked, isEndOfDay } = await this.#next();
      yield* asked;
      if (isEndOfDay) return;
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #next(): Promise<AskedTasks> {
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
