import type { Query } from '@callside/database';
import type { FeatureSchema } from '../ranking/index.ts';
import { localDay } from '../ranking/index.ts';
import { readObjections } from '../shop/index.ts';
import type { RecordedOffers } from './recorded-offers.ts';

interface AnsweredRow {
  offered: string[];
  sold: string[];
  /** Those that were not returned. */
  kept: string[];
  declined: string[];
  features: Uint8Array;
  /** Propensity of the last offer; null without exploration. */
  last_propensity: number | null;
  made_at: Date;
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
  SELECT r.offered_skus AS offered, r.offer_features AS features, r.created_at AS made_at,
    (r.offers -> -1 ->> 'propensity')::float8 AS last_propensity, r.phone, r.customer_id,
    coalesce(sold.skus, '{}') AS sold, coalesce(sold.kept, '{}') AS kept, coalesce(declined.skus, '{}') AS declined
  FROM sold FULL JOIN declined USING (id)
  JOIN recommendations r USING (id)
  WHERE r.brand_id = $1 AND r.feature_schema_hash = $2
  ORDER BY r.created_at DESC, r.id LIMIT ${mostRecommendations}`;

/**
 * Recommendations whose customer bought or declined an offer, made with the features of this registry, with their day in the time
 * zone. An offer that was read out and not bought, or returned, counts as declined. Offers after the last one that was bought or declined
 * are left out: it is unknown whether the customer heard them. So are customers who object.
 */
export async function readRecordedOffers(
  query: Query,
  { brandId, timeZone, featureSchema }: { brandId: string; timeZone: string; featureSchema: FeatureSchema },
): Promise<RecordedOffers[]> {
  const rows = await query<AnsweredRow>(selectAnswered, [brandId, featureSchema.hash]);
  const objections = await readObjections(query, brandId);
  const used = rows.filter(({ phone, customer_id }) => !objections.objects({ phone, customerId: customer_id }));
  return used.flatMap(({ offered, sold, kept, declined, features, last_propensity, made_at }) => {
    const [bought, answered] = [new Set(kept), new Set([...sold, ...declined])];
    const heard = offered.findLastIndex((sku) => answered.has(sku)) + 1;
    const bytes = heard * featureSchema.names.length * Float32Array.BYTES_PER_ELEMENT;
    if (heard === 0 || features.byteLength < bytes) return [];
    return [
      {
        day: localDay(made_at, timeZone),
        // A copy: the driver's buffer may not be aligned to four bytes.
        features: new Float32Array(Uint8Array.from(features.subarray(0, bytes)).buffer),
        bought: offered.slice(0, heard).map((sku) => bought.has(sku)),
        propensities: offered.slice(0, heard).map((_, at) => (at === offered.length - 1 ? (last_propensity ?? 1) : 1)),
      },
    ];
  });
}
