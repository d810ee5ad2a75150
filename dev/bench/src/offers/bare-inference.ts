// The baseline of offers: ONNX Runtime scores the same batch with the same model on one thread.

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { answerMessages } from '../worker-process.ts';
import { type InferenceInput, type InferenceReport, inferenceInputSchema } from './inference-input.ts';

let session: InferenceSession | undefined;

answerMessages(inferenceInputSchema, inferAgainAndAgain);

async function inferAgainAndAgain({ modelFile, seconds, rows, features }: InferenceInput): Promise<InferenceReport> {
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
