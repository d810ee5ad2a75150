import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CapturedLog, until } from '@callside/test-kit';
import { loggerTo } from '../../../test/support/logger.ts';
import { smallArtifact } from '../../../test/support/small-models.ts';
import { type MessageToOnnxWorker, sharedNowMs } from './onnx-messages.ts';
import { OnnxPool, type OnnxPoolOptions } from './onnx-pool.ts';
import { startOnnxWorker } from './onnx-thread.ts';

const { onnx: model } = smallArtifact({ base: 10 });
const log = new CapturedLog();
const logger = loggerTo(log);
const inAMinute = () => sharedNowMs() + 60_000;

const pools: OnnxPool[] = [];
async function startPool(options: Partial<OnnxPoolOptions> = {}): Promise<OnnxPool> {
  const pool = new OnnxPool({
    model,
    size: 1,
    logger,
    backoffMs: { first: 1, longest: 4 },
    ...options,
  });
  pools.push(pool);
  await pool.start();
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

async function score(pool: OnnxPool, values: Float32Array, rowCount: number, deadlineMs: number) {
  return pool.leastBusy().score({ values, rowCount }, deadlineMs);
}

/** A thread controlled by the first feature of a batch: 0 ends the thread, 1 gets no answer, a greater number is the score. */
function startObedientWorker(): Worker {
  return new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ kind, id, features: { values, rowCount } = {} }) => {
       if (kind === 'end') parentPort.close();
       else if (values[0] === 0) process.exit(7);
       else if (values[0] > 1) parentPort.postMessage({ kind: 'scored', id, scores: new Float32Array(rowCount).fill(values[0]) });
     });
     parentPort.postMessage({ kind: 'loaded' });`,
    { eval: true },
  );
}

describe('a thread with a model', () => {
  it('scores a batch, and the caller can still use the features', async () => {
    const pool = await startPool();
    const features = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 1);
    expect(Array.from(await score(pool, features, 3, inAMinute()))).toEqual([10, 11, 13]);
    expect(Array.from(features)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 1]);
  });

  it('scores no rows', async () => {
    const pool = await startPool();
    expect(await score(pool, new Float32Array(0), 0, inAMinute())).toEqual(new Float32Array(0));
  });

  it('scores rows that are a part of a larger array', async () => {
    const pool = await startPool();
    const features = Float32Array.of(9, 9, 9, 0, 0, 1).subarray(3);
    expect(Array.from(await score(pool, features, 1, inAMinute()))).toEqual([11]);
  });

  it('does not compute a batch whose deadline has passed when its turn comes', async () => {
    const worker = startOnnxWorker(model);
    await once(worker, 'message');
    const batch = { kind: 'score', features: { values: new Float32Array(3), rowCount: 1 } } as const;
    const messages: MessageToOnnxWorker[] = [
      { ...batch, id: 1, deadlineMs: sharedNowMs() - 1 },
      { ...batch, id: 2, deadlineMs: inAMinute() },
      { kind: 'end' },
    ];
    const answers: { kind: string; id: number }[] = [];
    worker.on('message', ({ kind, id }) => answers.push({ kind, id }));
    for (const message of messages) worker.postMessage(message);
    await once(worker, 'exit');
    expect(answers).toEqual([
      { kind: 'skipped', id: 1 },
      { kind: 'scored', id: 2 },
    ]);
  });

  it('reports a failure and continues', async () => {
    const pool = await startPool();
    await expect(score(pool, new Float32Array(4), 2, inAMinute())).rejects.toMatchObject({ reason: 'failed' });
    expect(Array.from(await score(pool, new Float32Array(3), 1, inAMinute()))).toEqual([10]);
  });

  it('rejects a batch without an answer by the deadline, while others are answered', async () => {
    const pool = await startPool({ startWorker: startObedientWorker });
    const never = score(pool, Float32Array.of(1), 1, sharedNowMs() + 20);
    const answered = score(pool, Float32Array.of(5), 1, inAMinute());
    await expect(never).rejects.toMatchObject({ name: 'ScoringError', reason: 'late' });
    expect(Array.from(await answered)).toEqual([5]);
  });
});

describe('a pool of threads', () => {
  it('gives each batch to the least busy thread', async () => {
    const workers: Worker[] = [];
    const taken = new Map<Worker, number[]>();
    const startWorker = () => {
      const worker = startObedientWorker();
      const rows: number[] = [];
      const postMessage = worker.postMessage.bind(worker);
      worker.postMessage = (message: MessageToOnnxWorker) => {
        if (message.kind === 'score') rows.push(message.features.rowCount);
        postMessage(message);
      };
      workers.push(worker);
      taken.set(worker, rows);
      return worker;
    };
    const pool = await startPool({ size: 2, startWorker });
    const deadline = sharedNowMs() + 50;
    const batches = [30, 10, 10, 10].map((rows) => score(pool, new Float32Array(rows).fill(1), rows, deadline));
    expect([...taken.values()].sort((one, other) => one.length - other.length)).toEqual([[30], [10, 10, 10]]);
    await Promise.allSettled(batches);
  });

  it('rejects the batches of a thread that ended unexpectedly, and replaces the thread', async () => {
    const pool = await startPool({ startWorker: startObedientWorker });
    const waiting = score(pool, Float32Array.of(1), 1, inAMinute());
    const breaking = score(pool, Float32Array.of(0), 1, inAMinute());
    await expect(waiting).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(breaking).rejects.toMatchObject({ reason: 'unavailable' });
    await until('another thread is up', () => pool.threads.length === 1);
    expect(Array.from(await score(pool, Float32Array.of(5), 1, inAMinute()))).toEqual([5]);
    expect(log.text).toContain('the thread has ended with code 7');
  });

  it('rejects at once while no thread is running', async () => {
    const pool = await startPool({ startWorker: startObedientWorker, backoffMs: { first: 60_000, longest: 60_000 } });
    await expect(score(pool, Float32Array.of(0), 1, inAMinute())).rejects.toMatchObject({ reason: 'unavailable' });
    await until('the thread is gone', () => pool.threads.length === 0);
    await expect(score(pool, Float32Array.of(5), 1, inAMinute())).rejects.toThrow('no thread is running');
  });

  it('retries when replacements fail as well', async () => {
    let started = 0;
    const startWorker = () => {
      started += 1;
      // The first thread works, and the next three fail.
      return started > 1 && started < 5
        ? new Worker('throw new Error("no memory")', { eval: true })
        : startObedientWorker();
    };
    const pool = await startPool({ startWorker });
    await expect(score(pool, Float32Array.of(0), 1, inAMinute())).rejects.toMatchObject({ reason: 'unavailable' });
    await until('a thread is up', () => pool.threads.length === 1);
    expect(started).toBe(5);
    expect(log.text).toContain('no memory');
  });

  it('replaces a thread of ONNX Runtime that ended', async () => {
    const workers: Worker[] = [];
    const pool = await startPool({
      startWorker: (bytes) => {
        const worker = startOnnxWorker(bytes);
        workers.push(worker);
        return worker;
      },
    });
    // The thread is idle here: ending a thread that computes would crash the process.
    await workers[0]!.terminate();
    await until('another thread is up', () => workers.length === 2 && pool.threads.length === 1);
    expect(Array.from(await score(pool, new Float32Array(3), 1, inAMinute()))).toEqual([10]);
  });

  it('does not start with a model that cannot be loaded, and leaves no thread running', async () => {
    const pool = new OnnxPool({ model: model.slice(0, model.length / 2), size: 2, logger });
    await expect(pool.start()).rejects.toThrow();
    expect(pool.threads.length).toBe(0);
    await pool.end();
  });

  it('answers pending batches before it ends', async () => {
    const pool = await startPool({ size: 2 });
    const scores = Array.from({ length: 50 }, () => score(pool, new Float32Array(3), 1, inAMinute()));
    await pool.end();
    expect(await Promise.all(scores.map(async (each) => Array.from(await each)))).toEqual(scores.map(() => [10]));
    await expect(score(pool, new Float32Array(3), 1, inAMinute())).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
