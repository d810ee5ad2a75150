import { setTimeout as pause } from 'node:timers/promises';
import type { ScoredRows } from '@callside/boosting/scorer';
import type { Logger } from '@callside/service-kit';
import type { FeatureMatrix } from '../../ranking/index.ts';
import type { Scorer } from '../scorer.ts';
import { sharedNowMs } from './onnx-messages.ts';
import { OnnxThread, ScoringError, type StartWorker, startOnnxWorker } from './onnx-thread.ts';

export interface OnnxScorerOptions {
  /** An ONNX model, as bytes. */
  model: Uint8Array;
  logger: Logger;
  startWorker?: StartWorker;
  /** Pause before a thread that ended is replaced. It doubles each time, until a thread continues to run. */
  backoffMs?: { first: number; longest: number };
}

/** ONNX Runtime with any model, in a thread that is replaced when it ends unexpectedly. */
export class OnnxScorer implements Scorer {
  readonly #options: Required<OnnxScorerOptions>;
  /** Null until a thread has loaded the model, and after it has ended. */
  #running: OnnxThread | null = null;
  #keeper: Promise<void> = Promise.resolve();
  readonly #ended = new AbortController();

  constructor(options: OnnxScorerOptions) {
    this.#options = { startWorker: startOnnxWorker, backoffMs: { first: 100, longest: 10_000 }, ...options };
  }

  /** Resolves when the model is loaded; rejects when it cannot be, with no thread left. */
  async start(): Promise<void> {
    const thread = this.#startThread();
    await thread.loaded;
    this.#keeper = this.#keepOne(thread);
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async score(features: FeatureMatrix, limitMs: number): Promise<ScoredRows> {
    if (this.#running === null) throw new ScoringError('unavailable', 'no thread is running');
    return { scores: await this.#running.score(features, sharedNowMs() + limitMs), comparison: null, exactRows: null };
  }

  async end(): Promise<void> {
    this.#ended.abort();
    const thread = this.#running;
    this.#running = null;
    await thread?.end();
    await this.#keeper;
  }

  #startThread(): OnnxThread {
    const { startWorker, model } = this.#options;
    const thread = new OnnxThread(startWorker(model));
    thread.loaded.then(
      () => {
        if (this.#ended.signal.aborted) void thread.end();
        else this.#running = thread;
      },
      () => {},
    );
    return thread;
  }

  /** Waits for the thread to end and starts another one, until the scorer ends. */
  async #keepOne(first: OnnxThread): Promise<void> {
    const { backoffMs, logger } = this.#options;
    const { signal } = this.#ended;
    let thread = first;
    let pauseMs = backoffMs.first;
    while (!signal.aborted) {
      const since = performance.now();
      const failure = await thread.gone;
      if (signal.aborted) return;
      this.#running = null;
      if (performance.now() - since > backoffMs.longest) pauseMs = backoffMs.first;
      logger.error({ err: failure, pause_ms: pauseMs }, 'a thread of the ranking model has ended; another is started');
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, backoffMs.longest);
      thread = this.#startThread();
    }
  }
}
