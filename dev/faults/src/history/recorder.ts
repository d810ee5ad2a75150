import type { Occurrence } from './occurrence.ts';

/** An occurrence without its time. */
export type Note = Occurrence extends infer Each ? (Each extends Occurrence ? Omit<Each, 'at'> : never) : never;

/** A check that is later than this means that the harness itself did not run. */
const stallMs = 150;
const lookEveryMs = 50;

/** Stores the occurrences in order, with the time since the run began. */
export class Recorder {
  readonly occurrences: Occurrence[] = [];
  readonly #origin = performance.now();
  readonly epochMs = performance.timeOrigin + this.#origin;
  #lookedAt = this.now();
  #watch: ReturnType<typeof setInterval> | undefined;

  now(): number {
    return performance.now() - this.#origin;
  }

  note(note: Note): void {
    this.occurrences.push({ ...note, at: this.now() } as Occurrence);
  }

  /** Watches for times in which this process does not run. */
  start(): void {
    this.#lookedAt = this.now();
    this.#watch = setInterval(() => {
      const now = this.now();
      const forMs = now - this.#lookedAt - lookEveryMs;
      this.#lookedAt = now;
      if (forMs > stallMs) this.note({ type: 'stall', forMs: Math.round(forMs) });
    }, lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#watch);
  }
}
