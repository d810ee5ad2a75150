import { overloaded } from '@callside/service-kit';

/** More than the reps of an instance send while their rows are held; further events are refused at once. */
const mostWaiting = 2_000;

/** Runs work one after the other for each key, in order. A lane exists until its work is done. */
export class RepLanes {
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;

  /** Whether work of this key is not done yet. */
  has(key: string): boolean {
    return this.#last.has(key);
  }

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= mostWaiting) return Promise.reject(overloaded());
    this.#waiting += 1;
    const previous = this.#last.get(key) ?? Promise.resolve();
    const result = previous.then(work, work).finally(() => {
      this.#waiting -= 1;
      if (this.#last.get(key) === result) this.#last.delete(key);
    });
    this.#last.set(key, result);
    return result;
  }
}
