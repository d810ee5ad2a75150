import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { answerOfThread } from '../../answer-of-thread.ts';
import type { PurchaseRows } from '../../ranking/index.ts';
import {
  completeIndex,
  type IndexedLines,
  type ItemRange,
  indexLines,
  itemSimilaritiesOf,
  joinSimilarities,
  type PurchaseIndex,
  type PurchaseSimilarities,
} from '../../ranking/index.ts';
import { workerEntry } from '../../worker-entry.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';
import { inOneBuffer } from './one-buffer.ts';

/** Input of the second thread. The lines are in shared memory. */
export interface SimilarityRequest {
  indexed: IndexedLines;
  range: ItemRange;
}

/** With fewer lines, another thread saves less than a second. */
const leastLinesForThreads = 1_000_000;

/**
 * Many lines are in shared memory: a second thread computes with them, and the service gets them without a copy. V8 does not count
 * shared memory, so it frees that of an old index late; the lines of a smaller shop are not shared.
 */
export function indexLinesForThreads(
  rows: PurchaseRows,
  catalogue: Pick<CatalogueOfOrders, 'columns'>,
  today: number,
  leastLines = leastLinesForThreads,
): IndexedLines {
  const indexed = indexLines(rows, catalogue, today);
  return indexed.lines.items.length < leastLines ? indexed : inOneBuffer(indexed, SharedArrayBuffer);
}

/** Gives the same as `buildPurchaseIndex`. A second thread computes half of the neighbours of lines in shared memory, the longest part. */
export async function buildIndexInThreads(
  indexed: IndexedLines,
  catalogue: Pick<CatalogueOfOrders, 'columns'>,
): Promise<PurchaseIndex> {
  const { lines, byItem, statistics } = indexed;
  if (!(lines.items.buffer instanceof SharedArrayBuffer) || availableParallelism() === 1) {
    return completeIndex(indexed, itemSimilaritiesOf(lines, byItem, statistics), catalogue);
  }
  const itemCount = byItem.starts.length - 1;
  const half = byItem.starts.findIndex((start) => start >= lines.items.length / 2);
  const others = similaritiesInThread({ indexed, range: { from: half, to: itemCount } });
  const own = itemSimilaritiesOf(lines, byItem, statistics, { from: 0, to: half });
  const index = completeIndex(indexed, own, catalogue);
  return { ...index, ...joinSimilarities(own, await others) };
}

function similaritiesInThread(workerData: SimilarityRequest): Promise<PurchaseSimilarities> {
  const worker = new Worker(workerEntry('similarities-worker'), { workerData, name: 'similarities' });
  return answerOfThread(worker, 'computes similarities');
}
