import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type ItemRange,
  itemSimilaritiesOf,
  joinSimilarities,
  type PurchaseSimilarities,
} from '../../domain/purchase-index/item-similarities.ts';
import {
  buildPurchaseIndex,
  completeIndex,
  type IndexedLines,
  indexLines,
  type PurchaseIndex,
} from '../../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../../domain/purchase-rows.ts';
import { workerEntry } from '../../worker-entry.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';
import { inOneBuffer } from './one-buffer.ts';

/** Input of the second thread. The arrays are in shared memory. */
export interface SimilarityRequest {
  indexed: IndexedLines;
  range: ItemRange;
}

/** With fewer lines, another thread saves less than a second. */
const leastLinesForThreads = 1_000_000;

/** Gives the same as `buildPurchaseIndex`. For many lines, a second thread computes half of the neighbours, the longest part. */
export async function buildIndexInThreads(
  rows: PurchaseRows,
  catalogue: Pick<CatalogueOfOrders, 'columns'>,
  today: number,
  leastLines = leastLinesForThreads,
): Promise<PurchaseIndex> {
  if (rows.items.length < leastLines || availableParallelism() === 1) return buildPurchaseIndex(rows, catalogue, today);
  const indexed = inOneBuffer(indexLines(rows, catalogue, today), SharedArrayBuffer);
  const { lines, byItem, statistics } = indexed;
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
