import { Worker } from 'node:worker_threads';

/** Runs in a thread, because tests in Jest have their own Float32Array class, which ONNX Runtime does not accept. */
const source = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { InferenceSession, Tensor } = require(workerData.runtime);
  parentPort.on('message', async ({ model, features, shape }) => {
    try {
      const session = await InferenceSession.create(model, { intraOpNumThreads: 1 });
      const { scores } = await session.run({ features: new Tensor('float32', features, shape) });
      parentPort.postMessage({ dims: scores.dims, data: scores.data });
      await session.release();
    } catch (error) {
      parentPort.postMessage({ error: error.message });
    }
  });
`;

export interface OnnxRuntime {
  /** Scores of the exported model, one call at a time; rejects when the model does not load. */
  score(model: Uint8Array, features: Float32Array, rowCount: number): Promise<Float32Array>;
  stop(): Promise<unknown>;
}

export function startOnnxRuntime(): OnnxRuntime {
  const worker = new Worker(source, { eval: true, workerData: { runtime: require.resolve('onnxruntime-node') } });
  return {
    score: (model, features, rowCount) =>
      new Promise((resolve, reject) => {
        worker.once('message', ({ error, dims, data }) => {
          if (error !== undefined) reject(new Error(error));
          else if (dims[0] !== rowCount || dims[1] !== 1) reject(new Error(`scores of the shape ${dims}`));
          else resolve(data);
        });
        worker.postMessage({ model, features, shape: [rowCount, features.length / rowCount] });
      }),
    stop: () => worker.terminate(),
  };
}
