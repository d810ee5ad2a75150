import { Worker } from 'node:worker_threads';
import type { TreeEnsemble } from '@callside/boosting';
import { workerEntry } from '../worker-entry.ts';

type Answer = { ensemble: TreeEnsemble } | { problem: string };

/** The trees of an ONNX model, read in a thread of its own. Rejects for a model that `exportOnnx` did not write. */
export function readTrees(onnx: Uint8Array): Promise<TreeEnsemble> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry('trees-worker'), { workerData: onnx, name: 'trees of a model' });
    worker.on('message', (answer: Answer) => {
      if ('ensemble' in answer) resolve(answer.ensemble);
      else reject(new Error(answer.problem));
    });
    // An error that Node transfers from a thread is not a native Error, and the log would show nothing of it.
    worker.on('error', ({ message }: Error) => reject(new Error(message)));
    worker.on('exit', (code) => reject(new Error(`the thread that reads trees has ended with code ${code}`)));
  });
}
