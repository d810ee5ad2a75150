import type { Pool } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import { toE164 } from '../domain/phone-number.ts';
import type { HistoryOnFile } from '../use-cases/recommend-offers.ts';

interface HistoryRepositoryOptions {
  /** With a short statement timeout: a request does not wait long for a history. */
  pool: Pool;
  brandId: () => string;
}

interface LineRow {
  phone_number: string;
  /** Null where a customer has no lines. */
  sku: string | null;
  product_title: string | null;
  order_date: string;
}

/** Most lines of a number, and of each customer who has it; the newest are read. */
const mostLines = 500;
const mostNumbersAQuery = 100;
const longestWaitMs = 300;

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

/** What customers bought, by phone number. Concurrent calls share one query. Rejects when the database does not answer in time. */
export function createHistoryRepository({ pool, brandId }: HistoryRepositoryOptions) {
  return createNaturalBatcher<string, HistoryOnFile>({
    maxItems: mostNumbersAQuery,
    maxWaitMs: longestWaitMs,
    run: async (phones) => {
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
    },
  });
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
