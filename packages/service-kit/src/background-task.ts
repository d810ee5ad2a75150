import type { Logger } from './logger.ts';

export interface BackgroundTaskOptions<Result = void> {
  name: string;
  /** Pause between the end of a run and the start of the next. `last`: what the run resolved to; absent after a failure. */
  pauseMs: (last?: Result) => number;
  run: () => Promise<Result>;
  logger: Logger;
}

/** Runs repeatedly until stopped, one run at a time. Of consecutive failures only the first is logged. */
export class BackgroundTask<Result = void> {
  readonly #options: BackgroundTaskOptions<Result>;
  #last: Result | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #stopped = true;
  #isRunning = false;
  #isHurried = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: BackgroundTaskOptions<Result>) {
    this.#options = options;
  }

  /** `delayMs`: added to the first pause. */
  start({ delayMs = 0 }: { delayMs?: number } = {}): void {
    this.#stopped = false;
    this.#schedule(delayMs);
  }

  /** Runs at once, or as soon as the current run has ended. */
  hurry(): void {
    this.#isHurried = true;
    if (!this.#isRunning) this.#schedule();
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delayMs = 0): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#running = this.#runOnce().finally(() => this.#schedule());
      },
      this.#isHurried ? 0 : this.#options.pauseMs(this.#last) + delayMs,
    );
    this.#timer.unref();
  }

  async #runOnce(): Promise<void> {
    const { name, run, logger } = this.#options;
    this.#isHurried = false;
    this.#isRunning = true;
    this.#last = undefined;
    try {
      this.#last = await run();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) logger.warn({ err: error, task: name }, 'a background task failed');
      this.#isFailing = true;
    } finally {
      this.#isRunning = false;
    }
  }
}
