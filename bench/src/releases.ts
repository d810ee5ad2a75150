type Release = () => void | Promise<void>;

/** What has to be let go at the end, last come first; letting go twice is letting go once. */
export class Releases {
  #held: Release[] = [];

  add(release: Release): void {
    this.#held.push(release);
  }

  async release(): Promise<void> {
    for (let release = this.#held.pop(); release !== undefined; release = this.#held.pop()) await release();
  }
}
