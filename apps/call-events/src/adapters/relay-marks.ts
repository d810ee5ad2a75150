import type { Pool } from '@callside/database';
import { markRelayed } from './call-event-statements.ts';

interface RelayMarksOptions {
  /** Its connections commit without waiting for the disk. */
  pool: Pool;
  onFailure: (error: unknown) => void;
}

const pauseMs = 100;

/**
 * Writes down which events were relayed, many at a time and out of the way of answers. A mark that a crash takes with it
 * costs one more telling of the current state.
 */
export class RelayMarks {
  readonly #options: RelayMarksOptions;
  #unwritten: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RelayMarksOptions) {
    this.#options = options;
  }

  mark(eventId: string): void {
    this.#unwritten.push(eventId);
    this.#timer ??= setTimeout(() => this.#flush(), pauseMs);
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = this.#unwritten;
    this.#unwritten = [];
    if (ids.length > 0) this.#writing = this.#writing.then(() => this.#write(ids));
  }

  async #write(ids: string[]): Promise<void> {
    const { pool, onFailure } = this.#options;
    // Not tried again: the sweep finds what stays unmarked.
    await pool.query({ name: 'mark-relayed', text: markRelayed, values: [ids] }).catch(onFailure);
  }
}
