import type { Query } from '@callside/database';

const rowsAtOnce = 1_000;

// Shops repeat a delivery for at most 48 hours. A refund after 400 days without a change is very unlikely.
// An item that no product has named for 90 days was most likely deleted, or has no SKU.
const old = [
  `DELETE FROM shop_deliveries WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM shop_deliveries WHERE brand_id = $1 AND received_at < now() - interval '7 days' LIMIT ${rowsAtOnce}))
   RETURNING 1`,
  `DELETE FROM shop_orders WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM shop_orders WHERE brand_id = $1 AND changed_at < now() - interval '400 days' LIMIT ${rowsAtOnce}))
   RETURNING 1`,
  `DELETE FROM shop_levels WHERE ctid = ANY (ARRAY(
     SELECT level.ctid FROM shop_levels AS level WHERE brand_id = $1 AND changed_at < now() - interval '90 days'
       AND NOT EXISTS (SELECT 1 FROM shop_variants AS variant WHERE variant.brand_id = level.brand_id
         AND variant.shop = level.shop AND variant.inventory_item_id = level.inventory_item_id)
     LIMIT ${rowsAtOnce}))
   RETURNING 1`,
];

/** Deletes a small batch of rows of deliveries that are no longer needed. Resolves to the number of rows. */
export async function forgetDeliveries(query: Query, brandId: string): Promise<number> {
  let rows = 0;
  for (const statement of old) rows += (await query(statement, [brandId])).length;
  return rows;
}
