import type { Query } from '@callside/database';
import type { Catalogue } from '../ranking/index.ts';
import { readInChunks } from '../shop/index.ts';
import { type CatalogueRecords, never } from './shop-as-of.ts';

/** Days since 1970-01-01. */
interface RecordRow {
  sku: string;
  created: number;
  retired: number | null;
  soldOut: number | null;
}

const dayOf = (column: string) => `(${column} AT TIME ZONE $2)::date - DATE '1970-01-01'`;

// An import changes a stock level only when the number of units changes.
const selectRecords = `
  SELECT item.sku, ${dayOf('item.created_at')} AS created, ${dayOf('item.retired_at')} AS retired,
         CASE WHEN stock.on_hand <= 0 THEN ${dayOf('stock.updated_at')} END AS "soldOut"
  FROM catalog_items AS item
  LEFT JOIN stock_levels AS stock ON stock.brand_id = item.brand_id AND stock.sku = item.sku
  WHERE item.brand_id = $1`;

/** The days on which imports added and retired the items, and since when they are sold out. Needs a transaction. */
export async function readCatalogueRecords(
  query: Query,
  { brandId, timeZone, catalogue }: { brandId: string; timeZone: string; catalogue: Catalogue },
): Promise<CatalogueRecords> {
  const [created, retired, soldOut] = [1, 2, 3].map(() => new Int32Array(catalogue.items.length).fill(never)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  await readInChunks<RecordRow>(query, selectRecords, [brandId, timeZone], (rows) => {
    for (const row of rows) {
      const item = catalogue.indexOfSku(row.sku);
      if (item === undefined) continue;
      created[item] = row.created;
      retired[item] = row.retired ?? never;
      soldOut[item] = row.soldOut ?? never;
    }
  });
  return { created, retired, soldOut };
}
