/** The members of a browser storage that the console uses. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The storage of the browser, or a storage in memory if the browser forbids it. Some browsers forbid it in a cross-site frame. */
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

/** The storage that all pages of this browser share. */
export const localStore = pageStorage(() => localStorage);
