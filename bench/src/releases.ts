type Release = () => void | Promise<void>;

/** What has to be let go at the end, last come first. However often it is asked for, each is let go once. */
export class Releases {
  #held: Release[] = [];
  #ongoing: Promise<void> = Promise.resolve();

  add(release: Release): void {
    this.#held.push(release);
  }

  /** Resolves when all is let go, also what an earlier call is at. */
  release(): Promise<void> {
    this.#ongoing = this.#ongoing.then(() => this.#releaseHeld());
    return this.#ongoing;
  }

  async #releaseHeld(): Promise<void> {
    for (let release = this.#held.pop(); release !== undefined; release = this.#held.pop()) await release();
  }
}
