import type { Pool } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';

/**
 * Records that tabs have painted events, if the event is the rep's. A reader of the log needs the delay of the first tab only.
 * $1 event ids, $2 user ids, $3 milliseconds since the receipt arrived.
 */
const recordReceipts = `
  INSERT INTO event_receipts AS r (call_event_id, brand_id, user_id, opened_call, received_at, painted_at, painted_tabs)
  SELECT e.id, e.brand_id, e.user_id, e.event = 'call-started' AND e.call_active, e.received_at,
         clock_timestamp() - max(p.age_ms) * interval '1 millisecond', count(*)
    FROM unnest($1::bigint[], $2::uuid[], $3::float8[]) AS p (id, user_id, age_ms)
    JOIN call_events e ON e.id = p.id AND e.user_id = p.user_id
   GROUP BY e.id
  ON CONFLICT (call_event_id) DO UPDATE SET painted_tabs = r.painted_tabs + excluded.painted_tabs
  RETURNING r.xmax = 0 AS is_first, extract(epoch FROM r.painted_at - r.received_at)::float8 AS seconds`;

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
