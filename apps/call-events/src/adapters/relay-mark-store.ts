import type { Pool } from '@callside/database';
import { markRelayed } from './call-event.sql.ts';

interface RelayMarkStoreOptions {
  /** Its connections commit without waiting for the disk (synchronous_commit off). */
  pool: Pool;
  onFailure: (error: unknown) => void;
}

interface Mark {
  id: string;
  /** Tabs of this instance that the event was sent to. */
  tabs: number;
}

const pauseMs = 100;

/**
 * Marks events as relayed, many at a time and in the background. If a crash loses a mark, the current state is sent once
 * more.
 */
export class RelayMarkStore {
  readonly #options: RelayMarkStoreOptions;
  #unwritten: Mark[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RelayMarkStoreOptions) {
    this.#options = options;
  }

  mark(id: string, tabs: number): void {
    this.#unwritten.push({ id, tabs });
    this.#timer ??= setTimeout(() => this.#flush(), pauseMs);
  }

  /** Writes the remaining marks. */
  async stop(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const marks = this.#unwritten;
    this.#unwritten = [];
    if (marks.length > 0) this.#writing = this.#writing.then(() => this.#write(marks));
  }

  async #write(marks: Mark[]): Promise<void> {
    const { pool, onFailure } = this.#options;
    // No retry: the sweep finds unmarked events.
    await pool
      .query({
        name: 'mark-relayed',
        text: markRelayed,
        values: [marks.map(({ id }) => id), marks.map(({ tabs }) => tabs)],
      })
      .catch(onFailure);
  }
}
