import { Buffer } from 'node:buffer';
import type { Pool } from '@callside/database';
import { createNaturalBatcher, toServiceError } from '@callside/service-kit';
import type { Offer } from '../domain/offers.ts';
import type { Recommendation } from '../use-cases/recommend-offers.ts';

interface RecommendationStoreOptions {
  /** With synchronous_commit on. */
  pool: Pool;
  brandId: () => string;
  onBatch?: (size: number) => void;
}

const greatestBatch = 64;
/** Longer than any queue that progresses. While the database hangs, no request waits for two statement timeouts. */
const longestWaitMs = 1_000;

// One array per column. Arrays of arrays must be rectangular, so lists are sent as array literals.
const insertRecommendations = `
  INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history, history_size,
                               customer_found, fallback, feature_schema_hash, artifact_version, catalog_version,
                               offered_skus, offers, offer_features, created_at)
  SELECT id, $1, phone, source, num_items, check_stock, anchors::text[], history::jsonb, history_size, customer_found,
         fallback, feature_schema_hash, artifact_version, catalog_version, offered_skus::text[], offers::jsonb,
         offer_features, clock_timestamp()
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::boolean[], $7::text[], $8::text[], $9::int[],
                $10::boolean[], $11::boolean[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
                $17::bytea[])
      AS r (id, phone, source, num_items, check_stock, anchors, history, history_size, customer_found, fallback,
            feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features)`;

/** Resolves after the commit. Recommendations that queue meanwhile are the next statement. */
export function createRecommendationStore({ pool, brandId, onBatch = () => {} }: RecommendationStoreOptions) {
  return createNaturalBatcher<Recommendation, void>({
    maxItems: greatestBatch,
    maxWaitMs: longestWaitMs,
    isItemFault: (error) => toServiceError(error).code !== 'unavailable',
    run: async (batch) => {
      onBatch(batch.length);
      await pool.query({
        name: 'insert-recommendations',
        text: insertRecommendations,
        values: [
          brandId(),
          batch.map(({ id }) => id),
          batch.map(({ request }) => request.phone),
          batch.map(({ request }) => request.source),
          batch.map(({ request }) => request.numItems),
          batch.map(({ request }) => request.checkStock),
          batch.map(({ anchors }) => arrayLiteral(anchors)),
          batch.map(({ history }) => history && JSON.stringify(history)),
          batch.map(({ historySize }) => historySize),
          batch.map(({ customerFound }) => customerFound),
          batch.map(({ fallback }) => fallback),
          batch.map(({ featureSchemaHash }) => featureSchemaHash),
          batch.map(({ artifactVersion }) => artifactVersion),
          batch.map(({ catalogue }) => catalogue.version),
          batch.map((recommendation) => arrayLiteral(offeredSkus(recommendation))),
          batch.map((recommendation) => JSON.stringify(offersOf(recommendation))),
          batch.map(({ offers }) => featuresOf(offers)),
        ],
      });
      return batch.map(() => undefined);
    },
  });
}

function offersOf({ offers, catalogue }: Recommendation) {
  return offers.map(({ item, rank, score, slot, reasons }) => {
    const product = catalogue.items[item];
    return {
      rank,
      sku: product?.sku,
      title: product?.title,
      web_price: product?.webPrice,
      article_type: product?.articleType,
      size: product?.size ?? 0,
      rerank_score: score,
      slot,
      reasons,
    };
  });
}

function offeredSkus({ offers, catalogue }: Recommendation): string[] {
  return offers.map(({ item }) => catalogue.items[item]?.sku ?? '');
}

/** One row per offer. Little-endian, like all machines that Node's builds run on. */
function featuresOf(offers: readonly Offer[]): Buffer {
  return Buffer.concat(
    offers.map(({ features }) => Buffer.from(features.buffer, features.byteOffset, features.byteLength)),
  );
}

function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
