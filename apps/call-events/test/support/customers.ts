import { randomUUID } from 'node:crypto';
import type { KnownCustomer } from '@callside/schemas';
import type { ServiceUnderTest } from './service-under-test.ts';

/** Inserts a customer of a brand in the same form as an import. */
export async function addCustomer(
  { query }: Pick<ServiceUnderTest, 'query'>,
  brand: { id: string },
  { customer_id = null, name = null, phone_number = null }: Partial<KnownCustomer>,
): Promise<KnownCustomer> {
  await query('INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES ($1, $2, $3, $4, $5)', [
    randomUUID(),
    brand.id,
    customer_id,
    name,
    phone_number,
  ]);
  return { customer_id, name, phone_number };
}
