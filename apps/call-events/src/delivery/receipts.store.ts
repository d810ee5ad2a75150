import type { Pool } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import { recordReceipts } from '../calls/calls.sql.ts';

interface Options {
  /** Its connections commit without waiting for the disk: a lost receipt is only a lost measurement. */
  pool: Pool;
  /** Called when the first tab has painted an event; `seconds`: the time from its receipt. */
  onFirstPainted: (seconds: number) => void;
  onFailure: (error: unknown) => void;
}

interface Receipt {
  eventId: string;
  userId: string;
  /** By a monotonic clock, in milliseconds. */
  arrivedAt: number;
}

const greatestBatch = 500;
const mostWaiting = 5_000;
const longestWaitMs = 5_000;

/** The receipts of tabs for the events that they have painted, written in batches and in the background. */
export class EventReceiptStore {
  readonly #options: Options;
  readonly #add: (receipt: Receipt) => Promise<void>;
  readonly #writing = new Set<Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
    this.#add = createNaturalBatcher({
      run: async (receipts) => {
        await this.#write(receipts);
        return receipts.map(() => undefined);
      },
      maxItems: greatestBatch,
      maxQueued: mostWaiting,
      maxWaitMs: longestWaitMs,
    });
  }

  /** Returns at once. An event of another user is ignored. */
  note(userId: string, eventId: string): void {
    const written = this.#add({ eventId, userId, arrivedAt: performance.now() })
      .catch(this.#options.onFailure)
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  /** Resolves when all receipts are written or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #write(receipts: Receipt[]): Promise<void> {
    const now = performance.now();
    const { pool, onFirstPainted } = this.#options;
    const { rows } = await pool.query<{ is_first: boolean; seconds: number }>({
      name: 'record-receipts',
      text: recordReceipts,
      values: [
        receipts.map(({ eventId }) => eventId),
        receipts.map(({ userId }) => userId),
        receipts.map(({ arrivedAt }) => now - arrivedAt),
      ],
    });
    for (const { is_first: isFirst, seconds } of rows) if (isFirst) onFirstPainted(seconds);
  }
}
