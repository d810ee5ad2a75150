import type { Query } from '@callside/database';
import { titleKey } from '../../ranking/index.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';
import { readInChunks } from './read-in-chunks.ts';

interface Titled {
  sku: string;
  title: string;
}

const selectLines = `
  SELECT DISTINCT line.sku, line.product_title AS title FROM order_lines AS line
  WHERE line.brand_id = $1 AND line.product_title IS NOT NULL
    AND NOT EXISTS (SELECT FROM catalog_items AS item WHERE item.brand_id = $1 AND item.sku = line.sku)`;

const selectItems = 'SELECT sku, title FROM catalog_items WHERE brand_id = $1';

/** The items whose title the order lines of an unknown SKU have, by SKU. Not where several items have it. */
export async function readTitledSkus(
  query: Query,
  brandId: string,
  catalogue: Pick<CatalogueOfOrders, 'indexOfSku'>,
): Promise<Map<string, number>> {
  const lines: Titled[] = [];
  await readInChunks<Titled>(query, selectLines, [brandId], (rows) => {
    for (const { sku, title } of rows) lines.push({ sku, title: titleKey(title) });
  });
  if (lines.length === 0) return new Map();
  const items = new Map<string, number | null>(lines.map(({ title }) => [title, -1]));
  await readInChunks<Titled>(query, selectItems, [brandId], (rows) => {
    for (const { sku, title } of rows) {
      const key = titleKey(title);
      const other = items.get(key);
      if (other !== undefined) items.set(key, other === -1 ? (catalogue.indexOfSku(sku) ?? null) : null);
    }
  });
  const found = new Map<string, number | null>();
  for (const { sku, title } of lines) {
    const item = items.get(title) ?? null;
    if (item === null || item === -1) continue;
    found.set(sku, found.has(sku) && found.get(sku) !== item ? null : item);
  }
  return new Map([...found].filter((entry): entry is [string, number] => entry[1] !== null));
}
