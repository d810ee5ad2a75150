import type { Query } from '@callside/database';

/** By shop: items that have a stock level but no product, so that their stock is not used. */
export async function countUnknownItems(query: Query, brandId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ shop: string; items: number }>(
    `SELECT level.shop, count(DISTINCT level.inventory_item_id)::int AS items FROM shop_levels AS level
     WHERE level.brand_id = $1 AND NOT EXISTS (
       SELECT 1 FROM shop_variants AS variant WHERE variant.brand_id = level.brand_id AND variant.shop = level.shop
         AND variant.inventory_item_id = level.inventory_item_id)
     GROUP BY level.shop`,
    [brandId],
  );
  return new Map(rows.map(({ shop, items }) => [shop, items]));
}
