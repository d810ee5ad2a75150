import type { Query } from '@callside/database';
import { type CallContext, storableText } from '@callside/schemas';
import { circumstancesOf, localHour, type Sale } from '../../ranking/index.ts';
import { readObjections } from '../objections.store.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';

interface SaleRow {
  phone: string;
  customerId: string | null;
  source: string;
  context: CallContext;
  at: Date;
  skus: string[];
}

// A year of sales, the newest of a large shop. Each belongs to the recommendation that it was confirmed for.
const selectSales = `
  SELECT r.phone, r.customer_id AS "customerId", left(r.source, 200) AS source, r.context, r.created_at AS at,
         p.purchased_skus AS skus
    FROM purchases p JOIN recommendations r ON r.id = p.recommendation_id
   WHERE p.brand_id = $1 AND p.voided_at IS NULL AND p.created_at > now() - interval '1 year'
   ORDER BY p.created_at DESC LIMIT 100000`;

/** The sales that were recorded for recommendations, with where these were asked for. Those of customers who object to offers are left out. */
export async function readRecordedSales(
  query: Query,
  { brandId, timeZone }: { brandId: string; timeZone: string },
  { indexOfSku }: Pick<CatalogueOfOrders, 'indexOfSku'>,
): Promise<Sale[]> {
  const [rows, objections] = await Promise.all([
    query<SaleRow & Record<string, unknown>>(selectSales, [brandId]),
    readObjections(query, brandId),
  ]);
  const willing = rows.filter((sale) => !objections.objects(sale));
  return willing.map(({ phone, source, context, at, skus }) => ({
    circumstances: circumstancesOf({ phone, source: storableText(source), hour: localHour(at, timeZone), context }),
    items: new Set(skus.flatMap((sku) => indexOfSku(sku) ?? [])),
  }));
}
