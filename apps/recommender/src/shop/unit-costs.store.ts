import type { Query } from '@callside/database';
import type { Catalogue } from '../ranking/index.ts';
import { readInChunks } from './snapshots/read-in-chunks.ts';

const selectCosts = `
  SELECT sku, unit_cost::text AS "unitCost" FROM catalog_items WHERE brand_id = $1 AND unit_cost IS NOT NULL`;

/** What one unit of each item costs the shop; NaN when the catalogue has no cost. Needs a transaction. */
export async function readUnitCosts(query: Query, brandId: string, catalogue: Catalogue): Promise<Float64Array> {
  const costs = new Float64Array(catalogue.items.length).fill(Number.NaN);
  await readInChunks<{ sku: string; unitCost: string }>(query, selectCosts, [brandId], (rows) => {
    for (const { sku, unitCost } of rows) {
      const item = catalogue.indexOfSku(sku);
      if (item !== undefined) costs[item] = Number(unitCost);
    }
  });
  return costs;
}
