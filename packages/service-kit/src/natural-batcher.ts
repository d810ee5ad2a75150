import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { overloaded } from './errors.ts';

export interface NaturalBatcherOptions<Item, Result> {
  /** Must resolve to one result per item, in the order of the items. */
  run: (items: Item[]) => Promise<Result[]>;
  /** Maximum number of items per run. */
  maxItems: number;
  /**
   * After a run of several items, the next one starts this long after it at the earliest, so that more items share a run under load.
   * Default 0.
   */
  leastIntervalMs?: number;
  /** An item that waits longer for its run is refused as `unavailable`. */
  maxWaitMs?: number;
  /**
   * When a run fails, and not because of its items, other items that have waited longer than this are refused with its error: the
   * next run may take as long to fail. Default: `maxWaitMs`.
   */
  maxWaitAfterFailureMs?: number;
  /** A run ends with the item that brings it to this weight. */
  maxWeight?: number;
  /** Default 0. */
  weigh?: (item: Item) => number;
  /** When this many are waiting, a new item is refused as `unavailable` at once. */
  maxQueued?: number;
  /** Whether one of the items caused a failure of its run. A failed run is then halved until only the faulty items fail. */
  isItemFault?: (error: unknown) => boolean;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

interface Waiting<Item, Result> {
  item: Item;
  queuedAt: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Natural batching: one run at a time; everything that queued during a run is the next run. A single item starts at once; under
 * load, items share the cost of a run. The order is kept within and between runs. Callers of a run get their results in the turn
 * after the next run has started: the database works on that while this process answers. Why:
 * docs/decisions/2026-11-21-natural-batching.md.
 */
export function createNaturalBatcher<Item, Result>({
  run,
  maxItems,
  leastIntervalMs = 0,
  maxWaitMs = Number.POSITIVE_INFINITY,
  maxWaitAfterFailureMs = maxWaitMs,
  maxQueued = Number.POSITIVE_INFINITY,
  maxWeight = Number.POSITIVE_INFINITY,
  weigh = () => 0,
  isItemFault = () => false,
  now = () => performance.now(),
}: NaturalBatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  let active = false;
  /** Of the last run, if it failed and not because of its items. */
  let failure: { error: unknown } | null = null;
  let notBefore = Number.NEGATIVE_INFINITY;

  function takeBatch(): Waiting<Item, Result>[] {
    const oldest = now() - (failure === null ? maxWaitMs : maxWaitAfterFailureMs);
    const batch: Waiting<Item, Result>[] = [];
    let taken = 0;
    let weight = 0;
    for (const waiting of queue) {
      if (batch.length === maxItems || weight >= maxWeight) break;
      taken += 1;
      if (waiting.queuedAt < oldest) waiting.reject(failure === null ? overloaded() : failure.error);
      else {
        batch.push(waiting);
        weight += weigh(waiting.item);
      }
    }
    queue = queue.slice(taken);
    return batch;
  }

  /** Runs a batch. The returned function passes the results, or the errors, to the callers. */
  async function runBatch(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
      failure = null;
      return () => {
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      };
    } catch (error) {
      failure = isItemFault(error) ? null : { error };
      if (batch.length > 1 && failure === null) {
        const middle = batch.length >> 1;
        const answerFirst = await runBatch(batch.slice(0, middle));
        answerFirst();
        return runBatch(batch.slice(middle));
      }
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }

  async function drain(): Promise<void> {
    // Items of other connections in the same turn of the event loop join the run.
    await nextTurn();
    let answerPrevious = () => {};
    while (queue.length > 0) {
      const earlyMs = notBefore - now();
      if (earlyMs > 0) {
        answerPrevious();
        answerPrevious = () => {};
        await sleep(earlyMs);
      }
      const batch = takeBatch();
      // All of them waited too long.
      if (batch.length === 0) continue;
      notBefore = batch.length > 1 ? now() + leastIntervalMs : Number.NEGATIVE_INFINITY;
      const running = runBatch(batch);
      await nextTurn();
      answerPrevious();
      answerPrevious = await running;
    }
    active = false;
    answerPrevious();
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= maxQueued) return reject(overloaded());
      queue.push({ item, queuedAt: now(), resolve, reject });
      if (active) return;
      active = true;
      void drain();
    });
}
