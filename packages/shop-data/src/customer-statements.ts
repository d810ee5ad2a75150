import type { Query } from '@callside/database';
import type { Customer, CustomerBook, CustomerHint } from './customer-book.ts';

/**
 * Locks the brand's customers until the end of the transaction: concurrent imports do not add a customer twice, and no customer is deleted
 * while lines of theirs are added. The trigger `keep_customers_with_lines` takes the same lock.
 */
export async function lockCustomers(
  query: (text: string, values: string[]) => Promise<unknown>,
  brandId: string,
): Promise<void> {
  await query("SELECT pg_advisory_xact_lock(hashtextextended('callside customers ' || $1, 0))", [brandId]);
}

/**
 * Plans the statements of this transaction for any brand. Planned for a brand that the statistics of PostgreSQL do not know, a look-up
 * of a customer can read all customers of the brand: it expects none of them.
 */
export async function planForAnyBrand(query: Query): Promise<void> {
  await query('SET LOCAL plan_cache_mode = force_generic_plan');
}

// A company's number has many customers; two are enough to detect that it is ambiguous.
const selectKnown = `
  SELECT found.* FROM unnest($2::text[]) AS given (customer_id)
  CROSS JOIN LATERAL (
    SELECT id, customer_id AS "customerId", phone_number AS "phoneNumber", name FROM customers
    WHERE brand_id = $1 AND customer_id = given.customer_id LIMIT 1
  ) AS found
  UNION ALL
  SELECT found.* FROM unnest($3::text[]) AS given (phone_number)
  CROSS JOIN LATERAL (
    (SELECT id, customer_id, phone_number, name FROM customers
     WHERE brand_id = $1 AND phone_number = given.phone_number AND customer_id IS NULL LIMIT 1)
    UNION ALL
    (SELECT id, customer_id, phone_number, name FROM customers
     WHERE brand_id = $1 AND phone_number = given.phone_number AND customer_id IS NOT NULL LIMIT 2)
  ) AS found`;

/** All customers that one of the rows may refer to. */
export function readCustomers(query: Query, brandId: string, hints: Iterable<CustomerHint>): Promise<Customer[]> {
  const customerIds = new Set<string>();
  const numbers = new Set<string>();
  for (const { customerId, phoneNumber } of hints) {
    if (customerId !== null) customerIds.add(customerId);
    else if (phoneNumber !== null) numbers.add(phoneNumber);
  }
  return query<Customer>(selectKnown, [brandId, [...customerIds], [...numbers]]);
}

const insertOpened = `
  INSERT INTO customers (id, brand_id, customer_id, phone_number, name)
  SELECT id, $1, customer_id, phone_number, name
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS given (id, customer_id, phone_number, name)`;

const updateChanged = `
  UPDATE customers SET phone_number = given.phone_number, name = given.name
  FROM unnest($2::uuid[], $3::text[], $4::text[]) AS given (id, phone_number, name)
  WHERE customers.brand_id = $1 AND customers.id = given.id`;

export async function writeCustomers(query: Query, brandId: string, { opened, changed }: CustomerBook): Promise<void> {
  if (opened.size > 0) {
    const all = [...opened.values()];
    await query(insertOpened, [
      brandId,
      all.map(({ id }) => id),
      all.map(({ customerId }) => customerId),
      all.map(({ phoneNumber }) => phoneNumber),
      all.map(({ name }) => name),
    ]);
  }
  if (changed.size > 0) {
    const all = [...changed.values()];
    await query(updateChanged, [
      brandId,
      all.map(({ id }) => id),
      all.map(({ phoneNumber }) => phoneNumber),
      all.map(({ name }) => name),
    ]);
  }
}
