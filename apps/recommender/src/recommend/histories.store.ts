import type { Pool } from '@callside/database';
import { nobodysNumber, toE164 } from '@callside/schemas';
import { createNaturalBatcher, type Logger } from '@callside/service-kit';
import { atMostEvery } from '../at-most-every.ts';
import type { CustomerKeys, HistoryOnFile } from './recommendation.ts';

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
  /** The number or the code of the customer, see `keyOfNumber` and `keyOfCode`. */
  key: string;
  /** Null where a customer has no lines. */
  sku: string | null;
  product_title: string | null;
  order_date: string;
  phone: string | null;
  code: string | null;
}

/** Limit of lines for a code or number and for each customer who has it; the newest are read. */
const mostLines = 5_000;
const mostCustomersAQuery = 100;
const longestWaitMs = 300;
const rememberedMs = 60_000;
/** Metrics count every failure. The log describes at most one in this time. */
const failureLogMs = 5_000;

// Reads the unique index of order_lines backwards, up to the limit. $1 brand, $2 numbers, $3 codes, $4 limit.
const findLines = `
  SELECT c.key, c.phone, c.code, l.sku, l.product_title, l.order_date::text AS order_date
    FROM (
      SELECT id, 'number ' || phone_number AS key, phone_number AS phone, customer_id AS code FROM customers WHERE brand_id = $1 AND phone_number = ANY ($2::text[])
      UNION ALL
      SELECT id, 'code ' || customer_id, phone_number, customer_id FROM customers WHERE brand_id = $1 AND customer_id = ANY ($3::text[])
    ) AS c
    LEFT JOIN LATERAL (
      SELECT sku, product_title, order_date FROM order_lines
       WHERE customer_id = c.id AND returned_at IS NULL
       ORDER BY order_date DESC, sku DESC, order_id DESC
       LIMIT $4
    ) AS l ON true
   ORDER BY c.id, l.order_date DESC, l.sku DESC`;

/** What customers bought, by their code or phone number. When it cannot be read in time, requests are answered without it. */
export class HistoryRepository {
  readonly #options: HistoryRepositoryOptions;
  readonly #now: () => number;
  /** Concurrent calls share one query. Rejects when the database does not answer in time. */
  readonly #read: (customer: CustomerKeys) => Promise<HistoryOnFile>;
  readonly #logFailure: (error: unknown) => void;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HistoryRepositoryOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#read = createNaturalBatcher({
      maxItems: mostCustomersAQuery,
      maxWaitMs: longestWaitMs,
      run: (customers: CustomerKeys[]) => this.#readAll(customers),
    });
    this.#logFailure = atMostEvery(failureLogMs, (error) =>
      options.logger.warn({ err: error }, 'a history could not be read in time'),
    );
  }

  /** Null when it cannot be read in time. */
  async find(customer: CustomerKeys): Promise<HistoryOnFile | null> {
    try {
      const history = await this.#read(customer);
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
    return this.#read({ phone: nobodysNumber, customerId: null }).then(
      () => true,
      () => false,
    );
  }

  async #readAll(customers: readonly CustomerKeys[]): Promise<HistoryOnFile[]> {
    const { pool, brandId } = this.#options;
    const numbers = [...new Set(customers.map(({ phone }) => toE164(phone)))];
    const codes = [...new Set(customers.flatMap(({ customerId }) => customerId ?? []))];
    const { rows } = await pool.query<LineRow>({
      name: 'find-history',
      text: findLines,
      values: [brandId(), numbers, codes, mostLines],
    });
    const byKey = new Map<string, LineRow[]>();
    for (const row of rows) {
      const others = byKey.get(row.key);
      if (others === undefined) byKey.set(row.key, [row]);
      else others.push(row);
    }
    return customers.map(({ phone, customerId }) => {
      const withCode = customerId === null ? undefined : byKey.get(keyOfCode(customerId));
      return toHistory(withCode ?? byKey.get(keyOfNumber(phone)));
    });
  }
}

const keyOfNumber = (phone: string) => `number ${toE164(phone)}`;
const keyOfCode = (code: string) => `code ${code}`;

function toHistory(rows: readonly LineRow[] | undefined): HistoryOnFile {
  const lines = (rows ?? []).flatMap(({ sku, product_title, order_date }) =>
    sku === null ? [] : [{ sku, order_date, ...(product_title !== null && { product_title }) }],
  );
  // Merges the lines of several customers. The sort is stable and keeps the order of the lines of one customer.
  lines.sort((one, other) => compareTexts(other.order_date, one.order_date));
  const [first] = rows ?? [];
  const customer = first === undefined ? null : { phone: first.phone, code: first.code };
  return { customer, lines: lines.slice(0, mostLines) };
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
