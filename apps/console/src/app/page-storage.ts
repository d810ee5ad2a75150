/** What the console uses of a store of the browser. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The store, or one in memory where the browser forbids it: some do so in a frame of another site. */
export function pageStorage(open: () => Storage): PageStorage {
  try {
    return open();
  } catch {
    return new MemoryStorage();
  }
}

class MemoryStorage implements PageStorage {
  readonly #kept = new Map<string, string>();

  get length(): number {
    return this.#kept.size;
  }

  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }

  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

/** The store that all pages of this browser share. */
export const localStore = pageStorage(() => localStorage);
