import type { Pool } from '@callside/database';
import { nobodysNumber, toE164 } from '@callside/schemas';
import { createNaturalBatcher, type Logger } from '@callside/service-kit';
import { atMostEvery } from '../at-most-every.ts';
import type { SentHistoryLine } from '../ranking/index.ts';
import type { CustomerKeys, HistoryOnFile, ReturnedLine } from './recommendation.ts';

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

type OrderedLine = SentHistoryLine & { order_date: string };

/** What is looked up. */
interface LookUp extends CustomerKeys {
  /** Whether the request brought its history: then only what was declined is looked up. */
  hasHistory: boolean;
}

interface LineRow {
  /** The number or the code of the customer, see `keyOfNumber` and `keyOfCode`. */
  key: string;
  /** Null where a customer has no lines. */
  sku: string | null;
  product_title: string | null;
  /** Null for a declined offer. */
  order_date: string | null;
  /** When it was returned or declined. */
  at: Date | null;
  /** Of a declined offer. */
  call: string | null;
  reason: string | null;
  /** Of the customer. */
  phone: string | null;
  code: string | null;
}

/** Limit of lines for a code or number and for each customer who has it; the newest are read. */
const mostLines = 5_000;
/** The newest are read. */
const mostDeclined = 500;
const mostCustomersAQuery = 100;
const longestWaitMs = 300;
const rememberedMs = 60_000;
/** Metrics count every failure. The log describes at most one in this time. */
const failureLogMs = 5_000;

// A sale of the same offer takes the place of a decline: the customer changed their mind.
const declinesWhere = (condition: string, most: string, isSale: string) => `
      (SELECT sku, created_at, call_id, reason, customer_id FROM offer_outcomes o
        WHERE brand_id = $1 AND ${condition} AND outcome = 'declined'
          AND NOT EXISTS (SELECT FROM offer_outcomes s
                           WHERE s.call_id = o.call_id AND s.recommendation_id = o.recommendation_id AND s.sku = o.sku
                             AND s.outcome = 'sold' AND ${isSale})
        ORDER BY created_at DESC LIMIT ${most})`;

type Declines = (customer: string, most: string) => string;

const declinesNow: Declines = (customer, most) =>
  declinesWhere(`${customer} AND voided_at IS NULL`, most, 's.voided_at IS NULL');

// $8: the moment. The indexes by customer have no voided declines. Those of a day are few, and a decline is not voided after the result
// of its call is stored.
const stoodThen = [
  'created_at < $8 AND voided_at IS NULL',
  `created_at < $8 AND created_at > $8 - interval '1 day' AND voided_at > $8`,
];
const soldThen = 's.created_at < $8 AND (s.voided_at IS NULL OR s.voided_at > $8)';
const declinesThen: Declines = (customer, most) =>
  stoodThen.map((stood) => declinesWhere(`${customer} AND ${stood}`, most, soldThen)).join(' UNION ALL ');

const declinesOf = (key: string, from: string, declines: string) => `
  SELECT NULL::uuid AS id, ${key} AS key, d.sku, NULL AS product_title, NULL AS order_date, d.created_at AS at,
         d.call_id::text AS call, d.reason, d.customer_id AS code, NULL AS phone
    FROM ${from} CROSS JOIN LATERAL (${declines}) AS d`;

/** What the customers with these numbers and codes declined. */
const selectDeclined = (numbers: string, codes: string, most: string, declines = declinesNow) => `
  ${declinesOf(`'number ' || number`, `unnest(${numbers}::text[]) AS number`, declines('phone_number = number', most))}
   UNION ALL
  ${declinesOf(`'code ' || code`, `unnest(${codes}::text[]) AS code`, declines('customer_id = code', most))}`;

/** What the customers who have these numbers now declined with another number, or without one. */
const selectDeclinedBefore = (numbers: string, most: string, declines: Declines) =>
  declinesOf(
    `'number ' || c.phone_number`,
    `(SELECT phone_number, customer_id FROM customers WHERE brand_id = $1 AND phone_number = ANY (${numbers}::text[])) AS c`,
    declines('customer_id = c.customer_id AND phone_number IS DISTINCT FROM c.phone_number', most),
  );

// Reads the unique index of order_lines backwards, up to the limit. Returned lines are read for as long as their products rest.
// $1 brand, $2 numbers, $3 codes, $4 limit; $5 numbers and $6 codes of those who may have declined offers, $7 limit of these.
const selectLines = (which: string, declines = declinesNow) => `
  SELECT c.id, c.key, l.sku, l.product_title, l.order_date::text AS order_date, l.returned_at AS at,
         NULL AS call, NULL AS reason, c.code, c.phone
    FROM (
      SELECT id, 'number ' || phone_number AS key, phone_number AS phone, customer_id AS code
        FROM customers WHERE brand_id = $1 AND phone_number = ANY ($2::text[])
      UNION ALL
      SELECT id, 'code ' || customer_id, phone_number, customer_id
        FROM customers WHERE brand_id = $1 AND customer_id = ANY ($3::text[])
    ) AS c
    LEFT JOIN LATERAL (
      SELECT sku, product_title, order_date, returned_at FROM order_lines
       WHERE customer_id = c.id AND ${which}
       ORDER BY order_date DESC, sku DESC, order_id DESC
       LIMIT $4
    ) AS l ON true
   UNION ALL ${selectDeclined('$5', '$6', '$7', declines)}
   UNION ALL ${selectDeclinedBefore('$2', '$7', declines)}
   ORDER BY id, order_date DESC, sku DESC`;

const findLines = selectLines(`(returned_at IS NULL OR returned_at > now() - interval '1 year 2 days')`);
const findLinesAsOf = selectLines('created_at < $8', declinesThen);

const findDeclined = selectDeclined('$2', '$3', '$4');

/** What customers bought, returned and declined, by code or number. When it cannot be read in time, requests are answered without it. */
export class HistoryRepository {
  readonly #options: HistoryRepositoryOptions;
  readonly #now: () => number;
  /** Concurrent calls share one query. Rejects when the database does not answer in time. */
  readonly #read: (customer: LookUp) => Promise<HistoryOnFile>;
  readonly #logFailure: (error: unknown) => void;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HistoryRepositoryOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#read = createNaturalBatcher({
      maxItems: mostCustomersAQuery,
      maxWaitMs: longestWaitMs,
      run: (customers: LookUp[]) => this.#readAll(customers),
    });
    this.#logFailure = atMostEvery(failureLogMs, (error) =>
      options.logger.warn({ err: error }, 'a history could not be read in time'),
    );
  }

  /** Null when it cannot be read in time. */
  async find(customer: LookUp): Promise<HistoryOnFile | null> {
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

  /** What was on file at a moment. Rejects when it cannot be read. */
  async findAsOf(customer: CustomerKeys & Partial<LookUp>, moment: Date): Promise<HistoryOnFile> {
    const { pool, brandId } = this.#options;
    const [numbers, codes] = [numbersOf([customer]), codesOf([customer])];
    // As for the answer, see `#readAll`.
    const ofLines = customer.hasHistory ? [[], []] : [numbers, codes];
    const values = [brandId(), ...ofLines, mostLines, numbers, codes, mostDeclined, moment];
    const { rows } = await pool.query<LineRow>({ text: findLinesAsOf, values });
    const isLater = ({ at }: LineRow) => at !== null && at >= moment;
    // What was returned later was bought then.
    return historiesIn(rows.map((row) => (isLater(row) ? { ...row, at: null } : row)))(customer);
  }

  /** Whether look-ups work: the last one did not fail within the past minute, and one succeeds now. Never rejects. */
  async isAvailable(): Promise<boolean> {
    if (this.#now() - this.#failedAt < rememberedMs) return false;
    return this.#read({ phone: nobodysNumber, customerId: null, hasHistory: false }).then(
      () => true,
      () => false,
    );
  }

  async #readAll(customers: readonly LookUp[]): Promise<HistoryOnFile[]> {
    const { pool, brandId } = this.#options;
    const withoutHistory = customers.filter(({ hasHistory }) => !hasHistory);
    const ofDeclined = [numbersOf(customers), codesOf(customers), mostDeclined];
    const ofLines = [numbersOf(withoutHistory), codesOf(withoutHistory), mostLines];
    // Customers and orders are not read for requests that bring their history.
    const { rows } = await pool.query<LineRow>(
      withoutHistory.length === 0
        ? { name: 'find-declined', text: findDeclined, values: [brandId(), ...ofDeclined] }
        : { name: 'find-history', text: findLines, values: [brandId(), ...ofLines, ...ofDeclined] },
    );
    return customers.map(historiesIn(rows));
  }
}

/** Finds the history of a customer in the rows of several. */
function historiesIn(rows: readonly LineRow[]): (customer: CustomerKeys & Partial<LookUp>) => HistoryOnFile {
  const lines = byKey(rows.filter(({ call }) => call === null));
  const declined = byKey(rows.filter(({ call }) => call !== null));
  const declinedByCode = (code: string) => declined.get(keyOfCode(code)) ?? [];
  return ({ phone, customerId, hasHistory = false }) => {
    const ofNumber = declined.get(keyOfNumber(phone)) ?? [];
    if (customerId === null) return toHistory(lines.get(keyOfNumber(phone)), ofNumber);
    const ofCode = lines.get(keyOfCode(customerId));
    // The customers are not read for a request that brings its history: the code may be of one who shares the number.
    if (ofCode === undefined && !hasHistory) {
      return toHistory(lines.get(keyOfNumber(phone)), [...declinedByCode(customerId), ...ofNumber]);
    }
    // Others may have the same number: what they declined rests for them.
    return toHistory(ofCode, [...declinedByCode(customerId), ...ofNumber.filter(({ code }) => code === null)]);
  };
}

function byKey(rows: readonly LineRow[]): Map<string, LineRow[]> {
  const found = new Map<string, LineRow[]>();
  for (const row of rows) {
    const others = found.get(row.key);
    if (others === undefined) found.set(row.key, [row]);
    else others.push(row);
  }
  return found;
}

const numbersOf = (customers: readonly CustomerKeys[]) => [...new Set(customers.map(({ phone }) => toE164(phone)))];
const codesOf = (customers: readonly CustomerKeys[]) => [
  ...new Set(customers.flatMap(({ customerId }) => customerId ?? [])),
];

const keyOfNumber = (phone: string) => `number ${toE164(phone)}`;
const keyOfCode = (code: string) => `code ${code}`;

function toHistory(rows: readonly LineRow[] | undefined, declined: readonly LineRow[]): HistoryOnFile {
  const lines: OrderedLine[] = [];
  const returned: ReturnedLine[] = [];
  for (const { sku, product_title, order_date, at } of rows ?? []) {
    if (sku === null || order_date === null) continue;
    const line = { sku, order_date, ...(product_title !== null && { product_title }) };
    if (at === null) lines.push(line);
    else returned.push({ ...line, at });
  }
  // Merges the lines of several customers. The sort is stable and keeps the order of the lines of one customer.
  lines.sort((one, other) => compareTexts(other.order_date, one.order_date));
  const [first] = rows ?? [];
  return {
    customer: first === undefined ? null : { phone: first.phone, code: first.code },
    lines: lines.slice(0, mostLines),
    returned,
    declined: declined.flatMap(({ sku, at, call, reason }) =>
      sku === null || at === null || call === null ? [] : [{ sku, at, call, reason }],
    ),
  };
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
