// Calls of onChange run one after another, so that a slow start of a recorder cannot end after the stop that followed it. While one
// runs, the next views wait.

import { type CompanionView, isSameView } from './companion-view.ts';

/** A view with its number in the order of arrival. */
export interface NumberedView {
  readonly number: number;
  readonly view: CompanionView;
}

interface Options {
  /** The view before the first change: nothing records yet. */
  initial: CompanionView;
  apply: (view: CompanionView) => void | Promise<void>;
  onApplied: () => void;
  /** With what `apply` threw, and with an Error when it does not end. */
  onError: (error: unknown) => void;
  /** Ms of a monotonic clock. */
  now: () => number;
}

const hungAfterMs = 10_000;
const lastViewMs = 5_000;

/** Applies one view at a time, the newest one last. A view that failed is applied again at the next `look`, unless a newer one waits. */
export class ViewQueue {
  readonly #options: Options;
  #newest: NumberedView;
  #applied: NumberedView;
  #waiting: readonly NumberedView[] = [];
  #running: Promise<void> | null = null;
  /** When the running call is reported as hung. */
  #reportAt = Number.POSITIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
    this.#newest = { number: 0, view: options.initial };
    this.#applied = this.#newest;
  }

  /** The last view that was applied. */
  get applied(): NumberedView {
    return this.#applied;
  }

  /** Applies the view unless it equals the newest one. Returns the number of the newest one. */
  show(view: CompanionView): number {
    if (!isSameView(this.#newest.view, view)) {
      this.#newest = { number: this.#newest.number + 1, view };
      this.#waiting = waitingAfter(this.#waiting, this.#newest);
      this.#run();
    }
    return this.#newest.number;
  }

  /** Call it at intervals. */
  look(): void {
    this.#run();
    if (this.#options.now() < this.#reportAt) return;
    this.#reportAt = Number.POSITIVE_INFINITY;
    const seconds = hungAfterMs / 1000;
    this.#report(new Error(`onChange has run for ${seconds} s; later changes wait for it and are not acknowledged`));
  }

  /** Resolves to whether the newest view is applied, within 5 s. */
  async finish(): Promise<boolean> {
    let limit: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, lastViewMs);
    });
    await Promise.race([this.#running, tooLate]);
    clearTimeout(limit);
    return this.#applied === this.#newest;
  }

  #run(): void {
    this.#running ??= this.#applyAll().finally(() => {
      this.#running = null;
    });
  }

  async #applyAll(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      this.#waiting = this.#waiting.slice(1);
      const isApplied = await this.#apply(next.view);
      if (isApplied) {
        this.#applied = next;
        this.#options.onApplied();
        continue;
      }
      if (this.#waiting.length > 0) continue;
      this.#waiting = [next];
      break;
    }
  }

  async #apply(view: CompanionView): Promise<boolean> {
    this.#reportAt = this.#options.now() + hungAfterMs;
    try {
      await this.#options.apply(view);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    } finally {
      this.#reportAt = Number.POSITIVE_INFINITY;
    }
  }

  /** In a microtask of its own: an error of the listener must not stop the queue. */
  #report(error: unknown): void {
    queueMicrotask(() => this.#options.onError(error));
  }
}

/**
 * The views that wait once `newest` has arrived. A view that forbids recording is skipped only for a newer one that forbids it too.
 * So a recorder that was on is always stopped between two spans in which it may record.
 */
function waitingAfter(waiting: readonly NumberedView[], newest: NumberedView): readonly NumberedView[] {
  const stops = newest.view.mayRecord ? waiting.filter(({ view }) => !view.mayRecord).slice(-1) : [];
  return [...stops, newest];
}
