// The baseline of offers: Express answers each request after ONNX Runtime has scored the same batch with the same model on one thread.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { answerMessages } from '../worker-process.ts';

export interface InferenceInput {
  modelFile: string;
  rows: number;
  /** Row-major. */
  features: number[];
}

/** Where it listens. */
export interface BareServer {
  port: number;
  pid: number;
}

answerMessages(serve);

async function serve({ modelFile, rows, features }: InferenceInput): Promise<BareServer> {
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const batch = Float32Array.from(features);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.post('/recommend', express.json(), async (_request, response) => {
    await session.run({ features: new Tensor('float32', batch, [rows, batch.length / rows]) });
    response.json({ recommendations: [{ rank: 1 }] });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, pid: process.pid };
}
