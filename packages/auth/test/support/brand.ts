import { randomUUID } from 'node:crypto';
import type { Query } from '@callside/database';

/** A new brand in the database, with an owner. */
export async function insertBrand(query: Query): Promise<{ brandId: string; ownerId: string }> {
  const brandId = randomUUID();
  const ownerId = randomUUID();
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, 'Brand', 'US')`, [
    brandId,
    `brand-${brandId}`,
  ]);
  await query(
    `INSERT INTO users (id, brand_id, email, name, role, status) VALUES ($1, $2, 'owner@example.com', 'Owner', 'owner', 'active')`,
    [ownerId, brandId],
  );
  return { brandId, ownerId };
}
