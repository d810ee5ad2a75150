import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  type MessageFromOnnxWorker,
  type MessageToOnnxWorker,
  type OnnxWorkerData,
  type ScoreMessage,
  sharedNowMs,
} from './onnx-messages.ts';

// The entry of a thread with one session of one model for its whole life: sessions of some models leak when they are
// released (microsoft/onnxruntime#25325), while a thread that ends gives its memory back.

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

// One after the other, each judged late or not when its turn comes: Node hands over many messages at once.
let turn = Promise.resolve();
port.on('message', (message: MessageToOnnxWorker) => {
  turn = turn.then(() => (message.kind === 'end' ? port.close() : answer(message)));
});
send({ kind: 'loaded' });

async function answer({ id, features, rowCount, deadlineMs }: ScoreMessage): Promise<void> {
  if (sharedNowMs() > deadlineMs) {
    send({ kind: 'skipped', id });
    return;
  }
  try {
    const input = new Tensor('float32', features, [rowCount, features.length / rowCount]);
    const { scores: output } = await session.run({ features: input });
    if (output === undefined) throw new Error('the model has no output `scores`');
    // Copied: memory of the runtime cannot change hands.
    const scores = new Float32Array(output.data as Float32Array);
    send({ kind: 'scored', id, scores }, [scores.buffer]);
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: MessageFromOnnxWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
