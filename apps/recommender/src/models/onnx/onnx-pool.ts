import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@callside/service-kit';
import { OnnxThread, ScoringError, type StartWorker, startOnnxWorker } from './onnx-thread.ts';

export interface OnnxPoolOptions {
  /** An ONNX model, as bytes. */
  model: Uint8Array;
  size: number;
  logger: Logger;
  startWorker?: StartWorker;
  /** Pause before a thread that ended is replaced. It doubles each time, until a thread continues to run. */
  backoffMs?: { first: number; longest: number };
}

/** A few threads with one model. A thread that ends unexpectedly is replaced. */
export class OnnxPool {
  readonly #options: Required<OnnxPoolOptions>;
  readonly #threads = new Set<OnnxThread>();
  readonly #loaded = new Set<OnnxThread>();
  readonly #keepers: Promise<void>[] = [];
  readonly #ended = new AbortController();

  constructor(options: OnnxPoolOptions) {
    this.#options = { startWorker: startOnnxWorker, backoffMs: { first: 100, longest: 10_000 }, ...options };
  }

  /** Resolves when all threads have loaded the model. When one cannot load it, ends all threads and rejects. */
  async start(): Promise<void> {
    const threads = Array.from({ length: this.#options.size }, () => this.#startThread());
    try {
      await Promise.all(threads.map(({ loaded }) => loaded));
    } catch (error) {
      await this.end();
      throw error;
    }
    for (const thread of threads) this.#keepers.push(this.#keepOne(thread));
  }

  /** The threads that have loaded the model. */
  get threads(): readonly OnnxThread[] {
    return [...this.#loaded];
  }

  /** Throws a ScoringError while no thread is running. */
  leastBusy(): OnnxThread {
    const [first, ...others] = this.#loaded;
    if (first === undefined) throw new ScoringError('unavailable', 'no thread is running');
    return others.reduce((best, thread) => (thread.pendingRows < best.pendingRows ? thread : best), first);
  }

  /** Answers pending requests, then ends the threads. */
  async end(): Promise<void> {
    this.#ended.abort();
    this.#loaded.clear();
    await Promise.all([...this.#threads].map((thread) => thread.end()));
    await Promise.all(this.#keepers);
  }

  #startThread(): OnnxThread {
    const { startWorker, model } = this.#options;
    const thread = new OnnxThread(startWorker(model));
    this.#threads.add(thread);
    thread.loaded.then(
      () => this.#ended.signal.aborted || this.#loaded.add(thread),
      () => {},
    );
    void thread.gone.then(() => {
      this.#threads.delete(thread);
      this.#loaded.delete(thread);
    });
    return thread;
  }

  /** Waits for the thread to end and starts another one, until the pool ends. */
  async #keepOne(first: OnnxThread): Promise<void> {
    const { backoffMs, logger } = this.#options;
    const { signal } = this.#ended;
    let thread = first;
    let pauseMs = backoffMs.first;
    while (!signal.aborted) {
      const since = performance.now();
      const failure = await thread.gone;
      if (signal.aborted) return;
      if (performance.now() - since > backoffMs.longest) pauseMs = backoffMs.first;
      logger.error({ err: failure, pause_ms: pauseMs }, 'a thread of the ranking model has ended; another is started');
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, backoffMs.longest);
      thread = this.#startThread();
    }
  }
}
