import { Worker } from 'node:worker_threads';
import { toNativeError } from '../../answer-of-thread.ts';
import type { FeatureMatrix } from '../../ranking/index.ts';
import { workerEntry } from '../../worker-entry.ts';
import { type MessageFromOnnxWorker, type MessageToOnnxWorker, sharedNowMs } from './onnx-messages.ts';

export type StartWorker = (model: Uint8Array) => Worker;

export const startOnnxWorker: StartWorker = (model) => {
  // ONNX Runtime 1.30 sends usage data to its vendor, unless this is set before the library is loaded. A thread has only a copy of the
  // environment, which the library does not see.
  // biome-ignore lint/style/noProcessEnv: it is set for a library and not read.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return new Worker(workerEntry('onnx-worker'), { workerData: { model }, name: 'onnx' });
};

/** Why there are no scores. */
export class ScoringError extends Error {
  override readonly name = 'ScoringError';
  readonly reason: 'late' | 'unavailable' | 'failed';

  constructor(reason: ScoringError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface PendingBatch {
  rowCount: number;
  resolve: (scores: Float32Array) => void;
  reject: (error: Error) => void;
}

/**
 * One thread with one model. It is never terminated from outside: ONNX Runtime crashes the whole process when its
 * thread is stopped while it loads or computes.
 */
export class OnnxThread {
  /** Resolves when it can score; rejects when it ends before that. */
  readonly loaded: Promise<void>;
  /** Resolves when the thread has ended: to its error, or to null when it was asked to end. */
  readonly gone: Promise<Error | null>;
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingBatch>();
  #nextId = 1;
  #failure: Error | null = null;
  #isEnding = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('error', (error: Error) => {
      this.#failure = toNativeError(error);
    });
    this.gone = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.#failure ??= this.#isEnding ? null : new Error(`the thread has ended with code ${code}`);
        this.#rejectAll();
        resolve(this.#failure);
      });
    });
    this.loaded = new Promise((resolve, reject) => {
      worker.on('message', (message: MessageFromOnnxWorker) => {
        if (message.kind === 'loaded') resolve();
        else this.#settle(message);
      });
      void this.gone.then((failure) => reject(failure ?? new Error('the thread was ended before it had loaded')));
    });
    this.loaded.catch(() => {});
  }

  /** Rejects with a ScoringError: `late` after the deadline (on the clock of `sharedNowMs`), `unavailable` or `failed`. */
  score({ values, rowCount }: FeatureMatrix, deadlineMs: number): Promise<Float32Array> {
    // Without a row, the number of features is unknown, and ONNX Runtime refuses such an input.
    if (rowCount === 0) return Promise.resolve(new Float32Array(0));
    const id = this.#nextId;
    this.#nextId += 1;
    // A copy, because the caller cannot use a transferred buffer.
    const handedOver = values.slice();
    const message: MessageToOnnxWorker = { kind: 'score', id, features: { values: handedOver, rowCount }, deadlineMs };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        // Waits one turn, because an answer may have arrived while this thread was busy. That answer is read first and is used.
        () => setImmediate(() => reject(late())),
        Math.max(0, deadlineMs - sharedNowMs()),
      );
      const settled = <Value>(settle: (value: Value) => void) => {
        return (value: Value) => {
          clearTimeout(timer);
          settle(value);
        };
      };
      this.#pending.set(id, { rowCount, resolve: settled(resolve), reject: settled(reject) });
      this.#worker.postMessage(message, [handedOver.buffer]);
    });
  }

  /** Answers pending requests, then ends. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#worker.postMessage({ kind: 'end' } satisfies MessageToOnnxWorker);
    await this.gone;
  }

  #settle(message: Exclude<MessageFromOnnxWorker, { kind: 'loaded' }>): void {
    const batch = this.#pending.get(message.id);
    if (batch === undefined) return;
    this.#pending.delete(message.id);
    if (message.kind === 'skipped') batch.reject(late());
    else if (message.kind === 'failed') batch.reject(new ScoringError('failed', message.reason));
    else if (message.scores.length === batch.rowCount) batch.resolve(message.scores);
    else batch.reject(new ScoringError('failed', `${message.scores.length} scores for ${batch.rowCount} rows`));
  }

  #rejectAll(): void {
    for (const { reject } of this.#pending.values()) reject(new ScoringError('unavailable', 'the thread has ended'));
    this.#pending.clear();
  }
}

function late(): ScoringError {
  return new ScoringError('late', 'the model has not answered in time');
}
