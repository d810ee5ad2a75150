import type { Pool } from '@callside/database';
import { nobodysNumber, toE164 } from '@callside/schemas';
import { createNaturalBatcher, type Logger } from '@callside/service-kit';
import { atMostEvery } from '../at-most-every.ts';
import type { HistoryOnFile } from '../use-cases/recommendation.ts';

interface HistoryRepositoryOptions {
  /** A pool with a short statement timeout, because a request does not wait long for a history. */
  pool: Pick<Pool, 'query'>;
  /** Throws until the brand is known. */
  brandId: () => string;
  failures: { inc: () => void };
  logger: Logger;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

interface LineRow {
  phone_number: string;
  /** Null where a customer has no lines. */
  sku: string | null;
  product_title: string | null;
  order_date: string;
}

/** Limit of lines for a number and for each customer who has it; the newest are read. */
const mostLines = 5_000;
const mostNumbersAQuery = 100;
const longestWaitMs = 300;
const rememberedMs = 60_000;
/** Metrics count every failure. The log describes at most one in this time. */
const failureLogMs = 5_000;

// Reads the unique index of order_lines backwards, up to the limit. $1 brand, $2 numbers, $3 limit.
const findLines = `
  SELECT c.phone_number, l.sku, l.product_title, l.order_date::text AS order_date
    FROM customers c
    LEFT JOIN LATERAL (
      SELECT sku, product_title, order_date FROM order_lines
       WHERE customer_id = c.id AND returned_at IS NULL
       ORDER BY order_date DESC, sku DESC, order_id DESC
       LIMIT $3
    ) AS l ON true
   WHERE c.brand_id = $1 AND c.phone_number = ANY ($2::text[])
   ORDER BY c.id, l.order_date DESC, l.sku DESC`;

/** What customers bought, by phone number. When it cannot be read in time, requests are answered without it. */
export class HistoryRepository {
  readonly #options: HistoryRepositoryOptions;
  readonly #now: () => number;
  /** Concurrent calls share one query. Rejects when the database does not answer in time. */
  readonly #read: (phone: string) => Promise<HistoryOnFile>;
  readonly #logFailure: (error: unknown) => void;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HistoryRepositoryOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#read = createNaturalBatcher({
      maxItems: mostNumbersAQuery,
      maxWaitMs: longestWaitMs,
      run: (phones: string[]) => this.#readAll(phones),
    });
    this.#logFailure = atMostEvery(failureLogMs, (error) =>
      options.logger.warn({ err: error }, 'a history could not be read in time'),
    );
  }

  /** Null when it cannot be read in time. */
  async find(phone: string): Promise<HistoryOnFile | null> {
    try {
      const history = await this.#read(phone);
      this.#failedAt = Number.NEGATIVE_INFINITY;
      return history;
    } catch (error) {
      this.#failedAt = this.#now();
      this.#options.failures.inc();
      this.#logFailure(error);
      return null;
    }
  }

  /** Whether look-ups work: the last one did not fail within the past minute, and one succeeds now. Never rejects. */
  async isAvailable(): Promise<boolean> {
    if (this.#now() - this.#failedAt < rememberedMs) return false;
    return this.#read(nobodysNumber).then(
      () => true,
      () => false,
    );
  }

  async #readAll(phones: readonly string[]): Promise<HistoryOnFile[]> {
    const { pool, brandId } = this.#options;
    const numbers = [...new Set(phones.map(toE164))];
    const { rows } = await pool.query<LineRow>({
      name: 'find-history',
      text: findLines,
      values: [brandId(), numbers, mostLines],
    });
    const byNumber = new Map<string, LineRow[]>();
    for (const row of rows) {
      const others = byNumber.get(row.phone_number);
      if (others === undefined) byNumber.set(row.phone_number, [row]);
      else others.push(row);
    }
    return phones.map((phone) => toHistory(byNumber.get(toE164(phone))));
  }
}

function toHistory(rows: readonly LineRow[] | undefined): HistoryOnFile {
  const lines = (rows ?? []).flatMap(({ sku, product_title, order_date }) =>
    sku === null ? [] : [{ sku, order_date, ...(product_title !== null && { product_title }) }],
  );
  // Merges the lines of several customers. The sort is stable and keeps the order of the lines of one customer.
  lines.sort((one, other) => compareTexts(other.order_date, one.order_date));
  return { customerFound: rows !== undefined, lines: lines.slice(0, mostLines) };
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
