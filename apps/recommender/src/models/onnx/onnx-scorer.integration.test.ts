import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CapturedLog, until } from '@callside/test-kit';
import { loggerTo } from '../../../test/support/logger.ts';
import { smallArtifact } from '../../../test/support/small-models.ts';
import { type MessageToOnnxWorker, sharedNowMs } from './onnx-messages.ts';
import { OnnxScorer, type OnnxScorerOptions } from './onnx-scorer.ts';
import { startOnnxWorker } from './onnx-thread.ts';

const { onnx: model } = smallArtifact({ base: 10 });
const log = new CapturedLog();
const logger = loggerTo(log);
const aMinute = 60_000;

const scorers: OnnxScorer[] = [];
async function startScorer(options: Partial<OnnxScorerOptions> = {}): Promise<OnnxScorer> {
  const scorer = new OnnxScorer({
    model,
    logger,
    backoffMs: { first: 1, longest: 4 },
    ...options,
  });
  scorers.push(scorer);
  await scorer.start();
  return scorer;
}
afterEach(async () => {
  await Promise.all(scorers.splice(0).map((scorer) => scorer.end()));
});

async function score(scorer: OnnxScorer, values: Float32Array, rowCount: number, limitMs: number) {
  return (await scorer.score({ values, rowCount }, limitMs)).scores;
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
    const scorer = await startScorer();
    const features = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 1);
    expect(Array.from(await score(scorer, features, 3, aMinute))).toEqual([10, 11, 13]);
    expect(Array.from(features)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 1]);
  });

  it('scores no rows', async () => {
    const scorer = await startScorer();
    expect(await score(scorer, new Float32Array(0), 0, aMinute)).toEqual(new Float32Array(0));
  });

  it('scores rows that are a part of a larger array', async () => {
    const scorer = await startScorer();
    const features = Float32Array.of(9, 9, 9, 0, 0, 1).subarray(3);
    expect(Array.from(await score(scorer, features, 1, aMinute))).toEqual([11]);
  });

  it('does not compute a batch whose deadline has passed when its turn comes', async () => {
    const worker = startOnnxWorker(model);
    await once(worker, 'message');
    const batch = { kind: 'score', features: { values: new Float32Array(3), rowCount: 1 } } as const;
    const messages: MessageToOnnxWorker[] = [
      { ...batch, id: 1, deadlineMs: sharedNowMs() - 1 },
      { ...batch, id: 2, deadlineMs: sharedNowMs() + aMinute },
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
    const scorer = await startScorer();
    await expect(score(scorer, new Float32Array(4), 2, aMinute)).rejects.toMatchObject({ reason: 'failed' });
    expect(Array.from(await score(scorer, new Float32Array(3), 1, aMinute))).toEqual([10]);
  });

  it('rejects a batch without an answer by the deadline, while others are answered', async () => {
    const scorer = await startScorer({ startWorker: startObedientWorker });
    const never = score(scorer, Float32Array.of(1), 1, 20);
    const answered = score(scorer, Float32Array.of(5), 1, aMinute);
    await expect(never).rejects.toMatchObject({ name: 'ScoringError', reason: 'late' });
    expect(Array.from(await answered)).toEqual([5]);
  });
});

describe('a thread that is replaced', () => {
  it('rejects the batches of a thread that ended unexpectedly, and replaces the thread', async () => {
    const scorer = await startScorer({ startWorker: startObedientWorker });
    const waiting = score(scorer, Float32Array.of(1), 1, aMinute);
    const breaking = score(scorer, Float32Array.of(0), 1, aMinute);
    await expect(waiting).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(breaking).rejects.toMatchObject({ reason: 'unavailable' });
    await until('another thread is up', () => scorer.isRunning);
    expect(Array.from(await score(scorer, Float32Array.of(5), 1, aMinute))).toEqual([5]);
    expect(log.text).toContain('the thread has ended with code 7');
  });

  it('rejects at once while no thread is running', async () => {
    const scorer = await startScorer({
      startWorker: startObedientWorker,
      backoffMs: { first: 60_000, longest: 60_000 },
    });
    await expect(score(scorer, Float32Array.of(0), 1, aMinute)).rejects.toMatchObject({ reason: 'unavailable' });
    await until('the thread is gone', () => !scorer.isRunning);
    await expect(score(scorer, Float32Array.of(5), 1, aMinute)).rejects.toThrow('no thread is running');
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
    const scorer = await startScorer({ startWorker });
    await expect(score(scorer, Float32Array.of(0), 1, aMinute)).rejects.toMatchObject({ reason: 'unavailable' });
    await until('a thread is up', () => scorer.isRunning);
    expect(started).toBe(5);
    expect(log.text).toContain('no memory');
  });

  it('replaces a thread of ONNX Runtime that ended', async () => {
    const workers: Worker[] = [];
    const scorer = await startScorer({
      startWorker: (bytes) => {
        const worker = startOnnxWorker(bytes);
        workers.push(worker);
        return worker;
      },
    });
    // The thread is idle here: ending a thread that computes would crash the process.
    await workers[0]!.terminate();
    await until('another thread is up', () => workers.length === 2 && scorer.isRunning);
    expect(Array.from(await score(scorer, new Float32Array(3), 1, aMinute))).toEqual([10]);
  });

  it('does not start with a model that cannot be loaded, and leaves no thread running', async () => {
    const scorer = new OnnxScorer({ model: model.slice(0, model.length / 2), logger });
    await expect(scorer.start()).rejects.toThrow();
    expect(scorer.isRunning).toBe(false);
    await scorer.end();
  });

  it('answers pending batches before it ends', async () => {
    const scorer = await startScorer();
    const scores = Array.from({ length: 50 }, () => score(scorer, new Float32Array(3), 1, aMinute));
    await scorer.end();
    expect(await Promise.all(scores.map(async (each) => Array.from(await each)))).toEqual(scores.map(() => [10]));
    await expect(score(scorer, new Float32Array(3), 1, aMinute)).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
