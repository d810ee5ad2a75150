import { createHash } from 'node:crypto';
import type { Query } from '@callside/database';
import { toE164 } from '@callside/schemas';
import type { BrandOfRows } from './brand-of-rows.ts';
import { lockCustomers, planForAnyBrand } from './customer-statements.ts';
import type { ImportDatabase } from './dry-run.ts';
import type { ImportTarget, WrittenRows } from './import-rows.ts';
import { noteOrders } from './note-orders.ts';
import { createReturnRowSchema, type ReturnRow } from './return-row.ts';

/** Why a row is refused that names no line. */
export const noSuchLine = 'no such line is on file';

const returnColumns = ['order_line_id', 'phone', 'customer_id', 'sku', 'order_date', 'order_id'];

/** Imports the returns of one brand. A line is returned once; a second return changes nothing. */
export function createReturnTarget(
  { transaction, isRehearsal = false }: Pick<ImportDatabase, 'transaction' | 'isRehearsal'>,
  brand: Pick<BrandOfRows, 'id' | 'country' | 'time_zone'>,
): ImportTarget<ReturnRow> {
  return {
    columns: {
      required: [],
      optional: returnColumns,
      codes: returnColumns,
      isComplete: true,
    },
    schema: createReturnRowSchema(brand.country),
    batchSize: 500,
    upsert: (rows) =>
      transaction(async (query) => {
        // All that write lines and notes of a brand take this lock first, so that none of them waits for another in a circle.
        if (!isRehearsal) await lockCustomers(query, brand.id);
        const { firstDay, ...written } = await returnLines(query, brand, rows);
        if (!isRehearsal) await noteOrders(query, brand.id, firstDay);
        return written;
      }),
  };
}

interface FoundLine {
  /** Number of the row in the batch, from 1. */
  at: number;
  id: string;
  returned: boolean;
}

interface FoundSale extends FoundLine {
  phone: string;
  sku: string;
  /** The day in the brand's time zone. */
  day: string;
}

const findLines = `
  SELECT given.at::int AS at, line.id::text AS id, line.returned_at IS NOT NULL AS returned
  FROM unnest($2::text[], $3::text[], $4::text[], $5::date[], $6::text[])
    WITH ORDINALITY AS given (customer_id, phone_number, sku, order_date, order_id, at)
  CROSS JOIN LATERAL (
    SELECT id FROM customers WHERE brand_id = $1 AND customer_id = given.customer_id
    UNION ALL
    SELECT id FROM customers
    WHERE given.customer_id IS NULL AND brand_id = $1 AND phone_number = given.phone_number
  ) AS customer
  JOIN order_lines AS line ON line.customer_id = customer.id AND line.order_date = given.order_date
    AND line.sku = given.sku AND (given.order_id IS NULL OR line.order_id = given.order_id)
  WHERE given.sku IS NOT NULL`;

const findSales = `
  SELECT given.at::int AS at, line.id::text AS id, line.returned_at IS NOT NULL AS returned, purchase.phone, line.sku,
         (purchase.created_at AT TIME ZONE $3)::date::text AS day
  FROM unnest($2::bytea[]) WITH ORDINALITY AS given (digest, at)
  JOIN purchase_lines AS line ON line.brand_id = $1 AND line.order_line_id_sha256 = given.digest
  JOIN purchases AS purchase ON purchase.id = line.purchase_id`;

/**
 * Order lines that correspond to confirmed purchases. A customer may have bought a product in several orders of one day: each new return
 * of a purchase returns another line. One that is on file has its line, unless the order was imported later.
 */
const findOrdersOfSales = `
  WITH sale AS (
    SELECT phone_number, sku, day, count(DISTINCT id) FILTER (WHERE NOT returned) AS new,
           count(DISTINCT id) FILTER (WHERE returned) AS known
    FROM unnest($2::text[], $3::text[], $4::date[], $5::text[], $6::boolean[]) AS given (phone_number, sku, day, id, returned)
    GROUP BY phone_number, sku, day
  )
  SELECT line.id::text AS id FROM sale
  CROSS JOIN LATERAL (
    SELECT line.id, line.returned_at, count(line.returned_at) OVER () AS returned,
           row_number() OVER (ORDER BY line.returned_at IS NOT NULL, line.id) AS place
    FROM customers
    JOIN order_lines AS line ON line.customer_id = customers.id AND line.order_date = sale.day AND line.sku = sale.sku
    WHERE customers.brand_id = $1 AND customers.phone_number = sale.phone_number
  ) AS line
  WHERE line.returned_at IS NULL AND line.place <= sale.new + greatest(0, sale.known - line.returned)`;

const markLines = `
  WITH returned AS (
    UPDATE order_lines SET returned_at = now() WHERE id = ANY ($1::bigint[]) AND returned_at IS NULL RETURNING order_date
  )
  SELECT min(order_date)::text AS "firstDay" FROM returned`;
const markSales = 'UPDATE purchase_lines SET returned_at = now() WHERE id = ANY ($1::bigint[]) AND returned_at IS NULL';

async function returnLines(
  query: Query,
  brand: Pick<BrandOfRows, 'id' | 'time_zone'>,
  rows: readonly ReturnRow[],
): Promise<WrittenRows & { firstDay: string | null }> {
  await planForAnyBrand(query);
  const bought = rows.map((row) => ('orderLineId' in row ? null : row));
  const lines = await query<FoundLine>(findLines, [
    brand.id,
    bought.map((row) => row?.customerId ?? null),
    bought.map((row) => row?.phoneNumber ?? null),
    bought.map((row) => row?.sku ?? null),
    bought.map((row) => row?.orderDate ?? null),
    bought.map((row) => row?.orderId ?? null),
  ]);
  const sales = await query<FoundSale>(findSales, [
    brand.id,
    rows.map((row) => ('orderLineId' in row ? digestOf(row.orderLineId) : null)),
    brand.time_zone,
  ]);
  const orders = await query<{ id: string }>(findOrdersOfSales, [
    brand.id,
    sales.map(({ phone }) => toE164(phone)),
    sales.map(({ sku }) => sku),
    sales.map(({ day }) => day),
    sales.map(({ id }) => id),
    sales.map(({ returned }) => returned),
  ]);

  const refused = refusedRows(rows.length, [...lines, ...sales]);
  // Two rows of one line are one return.
  const newIds = (found: readonly FoundLine[]) => [
    ...new Set(found.filter(({ at, returned }) => !returned && !refused.has(at - 1)).map(({ id }) => id)),
  ];
  const [newLines, newSales] = [newIds(lines), newIds(sales)];
  const [marked] = await query<{ firstDay: string | null }>(markLines, [[...newLines, ...orders.map(({ id }) => id)]]);
  await query(markSales, [newSales]);
  return { inserted: 0, updated: newLines.length + newSales.length, refused, firstDay: marked?.firstDay ?? null };
}

/** The rows that name no line or several, by their index, with the reason. */
function refusedRows(rowCount: number, found: readonly FoundLine[]): Map<number, string> {
  const counts = new Array<number>(rowCount).fill(0);
  for (const { at } of found) counts[at - 1] = (counts[at - 1] ?? 0) + 1;
  const refused = new Map<number, string>();
  for (const [index, count] of counts.entries()) {
    if (count === 0) refused.set(index, noSuchLine);
    if (count > 1) refused.set(index, 'several lines match: add order_id or customer_id');
  }
  return refused;
}

/** The digest as the recommender stores it. */
function digestOf(orderLineId: string): Buffer {
  return createHash('sha256').update(orderLineId, 'utf16le').digest();
}
