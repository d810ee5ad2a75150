import { parentPort, workerData } from 'node:worker_threads';
import { importOnnx } from '@callside/boosting';

// The entry of a thread that reads the trees of one model and ends: decoding takes up to 100 ms, and requests would wait.

try {
  parentPort?.postMessage({ ensemble: importOnnx(workerData as Uint8Array) });
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
