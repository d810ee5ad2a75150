import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  type MessageFromOnnxWorker,
  type MessageToOnnxWorker,
  type OnnxWorkerData,
  type ScoreMessage,
  sharedNowMs,
} from './onnx-messages.ts';

// The entry of a thread that keeps one session of one model for its whole life. Sessions of some models leak memory when
// they are released (microsoft/onnxruntime#25325); a thread that ends frees its memory.

if (parentPort === null) throw new Error('this file runs as a worker thread');
const port = parentPort;
const { model } = workerData as OnnxWorkerData;

const session = await InferenceSession.create(model, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: false,
  logSeverityLevel: 3,
});

// Scores one message after the other and checks each deadline when its turn comes: Node delivers many messages at once.
let turn = Promise.resolve();
port.on('message', (message: MessageToOnnxWorker) => {
  turn = turn.then(() => (message.kind === 'end' ? port.close() : answer(message)));
});
send({ kind: 'loaded' });

async function answer({ id, features: { values, rowCount }, deadlineMs }: ScoreMessage): Promise<void> {
  if (sharedNowMs() > deadlineMs) {
    send({ kind: 'skipped', id });
    return;
  }
  try {
    const input = new Tensor('float32', values, [rowCount, values.length / rowCount]);
    const output = (await session.run({ [session.inputNames[0] ?? '']: input }))[session.outputNames[0] ?? ''];
    if (output === undefined) throw new Error('the model has no output');
    // A copy: memory of the runtime cannot be transferred.
    const scores = new Float32Array(output.data as Float32Array);
    send({ kind: 'scored', id, scores }, [scores.buffer]);
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: MessageFromOnnxWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
