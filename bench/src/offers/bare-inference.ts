// The baseline of offers: ONNX Runtime scores the same batch with the same model on one thread.

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { answerOrders } from '../worker-process.ts';
import { type InferenceOrder, type InferenceReport, inferenceOrderSchema } from './inference-order.ts';

let session: InferenceSession | undefined;

answerOrders(inferenceOrderSchema, inferAgainAndAgain);

async function inferAgainAndAgain({ modelFile, seconds, rows, features }: InferenceOrder): Promise<InferenceReport> {
  session ??= await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const batch = Float32Array.from(features);
  const durationsMs: number[] = [];
  const until = performance.now() + seconds * 1000;
  for (let now = performance.now(); now < until; ) {
    const startedAt = now;
    await session.run({ features: new Tensor('float32', batch, [rows, batch.length / rows]) });
    now = performance.now();
    durationsMs.push(now - startedAt);
  }
  return { durationsMs };
}
