import type { Query } from '@callside/database';
import type { FeatureSchema } from '../models/feature-schema.ts';
import type { RecordedOffers } from '../training/recorded-offers.ts';

interface AnsweredRow {
  offered: string[];
  bought: string[];
  features: Uint8Array;
}

/** The newest ones, because older offers followed older rules. */
const mostRecommendations = 50_000;

const selectAnswered = `
  SELECT r.offered_skus AS offered, r.offer_features AS features, array_agg(DISTINCT sku) AS bought
  FROM recommendations r
  JOIN purchases p ON p.recommendation_id = r.id AND p.converted
  CROSS JOIN unnest(p.matched_skus) AS sku
  WHERE r.brand_id = $1 AND r.feature_schema_hash = $2
  GROUP BY r.id ORDER BY r.created_at DESC, r.id LIMIT ${mostRecommendations}`;

/**
 * Recommendations that led to a purchase and were made with the features of this registry. Offers after the last bought
 * one are left out: it is unknown whether the customer heard them.
 */
export async function readRecordedOffers(
  query: Query,
  brandId: string,
  { hash, names }: FeatureSchema,
): Promise<RecordedOffers[]> {
  const rows = await query<AnsweredRow>(selectAnswered, [brandId, hash]);
  return rows.flatMap(({ offered, bought, features }) => {
    const boughtSkus = new Set(bought);
    const heard = offered.findLastIndex((sku) => boughtSkus.has(sku)) + 1;
    const bytes = heard * names.length * Float32Array.BYTES_PER_ELEMENT;
    if (heard === 0 || features.byteLength < bytes) return [];
    return [
      {
        // A copy: the driver's buffer may not be aligned to four bytes.
        features: new Float32Array(Uint8Array.from(features.subarray(0, bytes)).buffer),
        bought: offered.slice(0, heard).map((sku) => boughtSkus.has(sku)),
      },
    ];
  });
}
