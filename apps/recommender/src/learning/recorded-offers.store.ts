import type { Query } from '@callside/database';
import { nobodysNumber } from '@callside/schemas';
import type { FeatureSchema } from '../ranking/index.ts';
import { readObjections } from '../shop/index.ts';
import type { RecordedOffers } from './recorded-offers.ts';

interface AnsweredRow {
  customer: string;
  offered: string[];
  sold: string[];
  /** Those that were not returned. */
  kept: string[];
  declined: string[];
  features: Uint8Array;
  phone: string;
  customer_id: string | null;
}

/** The newest ones, because older offers followed older rules. */
const mostRecommendations = 50_000;

// Reps report declined offers to call-events, and purchases to both services.
const selectAnswered = `
  WITH returned AS (
    SELECT l.recommendation_id AS id, l.sku FROM purchase_lines l JOIN purchases p ON p.id = l.purchase_id
    WHERE l.brand_id = $1 AND l.matched AND p.voided_at IS NULL
    GROUP BY l.recommendation_id, l.sku HAVING bool_and(l.returned_at IS NOT NULL)
  ), sold AS (
    SELECT p.recommendation_id AS id, array_agg(DISTINCT sku) AS skus,
      array_agg(DISTINCT sku) FILTER (WHERE (p.recommendation_id, sku) NOT IN (SELECT id, sku FROM returned)) AS kept
    FROM purchases p CROSS JOIN unnest(p.matched_skus) AS sku
    WHERE p.brand_id = $1 AND p.converted AND p.voided_at IS NULL
    GROUP BY p.recommendation_id
  ), declined AS (
    SELECT o.recommendation_id AS id, array_agg(DISTINCT o.sku) AS skus
    FROM offer_outcomes o
    WHERE o.brand_id = $1 AND o.outcome = 'declined' AND o.voided_at IS NULL
    GROUP BY o.recommendation_id
  )
  SELECT coalesce(r.customer_id, nullif(r.phone, '${nobodysNumber}'), r.id::text) AS customer, r.phone, r.customer_id,
    r.offered_skus AS offered, r.offer_features AS features,
    coalesce(sold.skus, '{}') AS sold, coalesce(sold.kept, '{}') AS kept, coalesce(declined.skus, '{}') AS declined
  FROM sold FULL JOIN declined USING (id)
  JOIN recommendations r USING (id)
  WHERE r.brand_id = $1 AND r.feature_schema_hash = $2 AND NOT r.fallback
  ORDER BY r.created_at DESC, r.id LIMIT ${mostRecommendations}`;

/**
 * Recommendations of a model whose customer bought or declined an offer, made with the features of this registry. An offer that was heard and
 * not bought, or returned, counts as not accepted. Offers after the last one that was bought or declined are left out: it is unknown whether
 * the customer heard them. So are customers who object.
 */
export async function readRecordedOffers(
  query: Query,
  { brandId, featureSchema }: { brandId: string; featureSchema: FeatureSchema },
): Promise<RecordedOffers[]> {
  const rows = await query<AnsweredRow>(selectAnswered, [brandId, featureSchema.hash]);
  const objections = await readObjections(query, brandId);
  const used = rows.filter(({ phone, customer_id }) => !objections.objects({ phone, customerId: customer_id }));
  return used.flatMap(({ customer, offered, sold, kept, declined, features }) => {
    const [bought, answered] = [new Set(kept), new Set([...sold, ...declined])];
    const heard = offered.slice(0, offered.findLastIndex((sku) => answered.has(sku)) + 1);
    const bytes = heard.length * featureSchema.names.length * Float32Array.BYTES_PER_ELEMENT;
    if (heard.length === 0 || features.byteLength < bytes) return [];
    return [
      {
        customer,
        // A copy: the driver's buffer may not be aligned to four bytes.
        features: new Float32Array(Uint8Array.from(features.subarray(0, bytes)).buffer),
        bought: heard.map((sku) => bought.has(sku)),
        outcomes: heard.filter((sku) => answered.has(sku)).length,
      },
    ];
  });
}
