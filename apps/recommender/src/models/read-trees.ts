import { Worker } from 'node:worker_threads';
import type { TreeEnsemble } from '@callside/boosting';
import { answerOfThread } from '../answer-of-thread.ts';
import { workerEntry } from '../worker-entry.ts';

type Answer = { ensemble: TreeEnsemble } | { problem: string };

/** The trees of an ONNX model, read in a thread of its own. Rejects for a model that `exportOnnx` did not write. */
export async function readTrees(onnx: Uint8Array): Promise<TreeEnsemble> {
  const worker = new Worker(workerEntry('trees-worker'), { workerData: onnx, name: 'trees of a model' });
  const answer = await answerOfThread<Answer>(worker, 'reads trees');
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.ensemble;
}
