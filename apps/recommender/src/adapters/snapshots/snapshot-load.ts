import { Worker } from 'node:worker_threads';
import { workerEntry } from '../worker-entry.ts';
import type { SnapshotOrder, SnapshotParts } from './snapshot-loader.ts';

/** A thread that loads one snapshot. */
export interface SnapshotLoad {
  /** Rejects with what went wrong in the thread. */
  parts: Promise<SnapshotParts>;
  cancel: () => Promise<void>;
}

export type StartSnapshotLoad = (order: SnapshotOrder) => SnapshotLoad;

/** Rows turn to garbage as fast as they come: a small nursery is emptied soon, a large one only takes memory. */
const nurseryMb = 12;
/** Enough for 100,000 products and millions of order lines. The nearer its limit, the more tidily V8 keeps a heap. */
const usualHeapMb = 512;

/** Starts threads for one load each. After one that ran out of memory the next gets twice as much. */
export function createSnapshotLoads(firstHeapMb = usualHeapMb): StartSnapshotLoad {
  let heapMb = firstHeapMb;
  return (order) => {
    const worker = new Worker(workerEntry('snapshots/snapshot-worker'), {
      workerData: order,
      name: 'snapshot',
      resourceLimits: { maxYoungGenerationSizeMb: nurseryMb, maxOldGenerationSizeMb: heapMb },
    });
    const parts = new Promise<SnapshotParts>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') heapMb *= 2;
        // What Node brings over from a thread is no native error, and the log would tell nothing of it.
        reject(Object.assign(new Error(error.message), error, { stack: error.stack }));
      });
      worker.on('exit', (code) => reject(new Error(`the thread that loads has ended with code ${code}`)));
    });
    return {
      parts,
      cancel: async () => {
        await worker.terminate();
      },
    };
  };
}
