import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type ItemRange,
  itemSimilaritiesOf,
  joinSimilarities,
  type PurchaseSimilarities,
} from '../../domain/purchase-index/item-similarities.ts';
import { completeIndex, type IndexedLines, type PurchaseIndex } from '../../domain/purchase-index/purchase-index.ts';
import { workerEntry } from '../../worker-entry.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';

/** Input of the second thread. The lines are in shared memory. */
export interface SimilarityRequest {
  indexed: IndexedLines;
  range: ItemRange;
}

/** With fewer lines, another thread saves less than a second. */
const leastLinesForThreads = 1_000_000;

/**
 * The index of lines in shared memory, the same as `buildPurchaseIndex` gives. For many lines, a second thread computes half of the
 * neighbours, the longest part.
 */
export async function buildIndexInThreads(
  indexed: IndexedLines,
  catalogue: Pick<CatalogueOfOrders, 'columns'>,
  leastLines = leastLinesForThreads,
): Promise<PurchaseIndex> {
  const { lines, byItem, statistics } = indexed;
  if (lines.items.length < leastLines || availableParallelism() === 1) {
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
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry('similarities-worker'), { workerData, name: 'similarities' });
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the thread that computes similarities has ended with code ${code}`)));
  });
}
