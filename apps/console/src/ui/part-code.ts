/** `replaced`: the service has another build of the page, so that the name of the code may no longer exist. */
export type PartState<Part> =
  | { is: 'unread' | 'loading' | 'failed' | 'replaced' }
  /** `part`: what the code exports. */
  | { is: 'loaded'; part: Part };

interface PartCodeOptions<Part> {
  read: () => Promise<Part>;
  /** Whether the service has another build of the page. Asked after a failure. */
  isReplaced: () => Promise<boolean>;
}

/** Code of a part of the page. It is read once; after a failure it can be read again. */
export class PartCode<Part> {
  readonly #read: PartCodeOptions<Part>['read'];
  readonly #isReplaced: PartCodeOptions<Part>['isReplaced'];
  readonly #listeners = new Set<() => void>();
  #state: PartState<Part> = { is: 'unread' };
  /** It was asked for again while it was being read. */
  #isWanted = false;

  constructor({ read, isReplaced }: PartCodeOptions<Part>) {
    this.#read = read;
    this.#isReplaced = isReplaced;
  }

  readonly state = (): PartState<Part> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Does nothing if the code is loaded. If it is being read, it is read once more should that fail: the page may have been connected
   * again meanwhile. Never rejects.
   */
  async load(): Promise<void> {
    this.#isWanted = true;
    if (this.#state.is === 'loaded' || this.#state.is === 'loading') return;
    this.#change({ is: 'loading' });
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        return this.#change({ is: 'loaded', part: await this.#read() });
      } catch {
        const isReplaced = await this.#isReplaced();
        if (!this.#isWanted) this.#change({ is: isReplaced ? 'replaced' : 'failed' });
      }
    }
  }

  #change(state: PartState<Part>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
