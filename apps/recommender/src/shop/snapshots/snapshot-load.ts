import { Worker } from 'node:worker_threads';
import { answerOfThread } from '../../answer-of-thread.ts';
import { workerEntry } from '../../worker-entry.ts';
import type { SnapshotParts, SnapshotRequest } from './snapshot-loader.ts';

/** A thread that loads one snapshot. */
export interface SnapshotLoad {
  /** Rejects with the error of the thread. */
  parts: Promise<SnapshotParts>;
  cancel: () => Promise<void>;
}

export type StartSnapshotLoad = (request: SnapshotRequest) => SnapshotLoad;

/** Rows become garbage soon after they arrive. A large nursery would only take more memory. */
const nurseryMb = 12;
/**
 * Memory for so many products and their order lines. A million products with ten million lines needed more than this, and less than
 * twice as much. The nearer the limit, the more often V8 collects garbage.
 */
const usualHeapMb = 512;
const itemsOfUsualHeap = 500_000;

/** Starts one thread per load, with more memory for a larger catalogue. After a thread ran out of memory, the next one gets double. */
export class SnapshotThreads {
  #heapMb: number;

  constructor(firstHeapMb = usualHeapMb) {
    this.#heapMb = firstHeapMb;
  }

  readonly start: StartSnapshotLoad = (request) => {
    const heapMb = this.#heapMb * Math.max(1, request.itemsOnFile / itemsOfUsualHeap);
    const worker = new Worker(workerEntry('snapshot-worker'), {
      workerData: request,
      name: 'snapshot',
      resourceLimits: { maxYoungGenerationSizeMb: nurseryMb, maxOldGenerationSizeMb: heapMb },
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#heapMb *= 2;
    });
    return {
      parts: answerOfThread<SnapshotParts>(worker, 'loads'),
      cancel: async () => {
        await worker.terminate();
      },
    };
  };
}
