type Release = () => void | Promise<void>;

/** Releases resources at the end, in reverse order. Each is released once, however often `release` is called. */
export class Releases {
  #held: Release[] = [];
  #ongoing: Promise<void> = Promise.resolve();

  add(release: Release): void {
    this.#held.push(release);
  }

  /** Resolves when everything is released, including the releases of an earlier call. */
  release(): Promise<void> {
    this.#ongoing = this.#ongoing.then(() => this.#releaseHeld());
    return this.#ongoing;
  }

  async #releaseHeld(): Promise<void> {
    for (let release = this.#held.pop(); release !== undefined; release = this.#held.pop()) await release();
  }
}
