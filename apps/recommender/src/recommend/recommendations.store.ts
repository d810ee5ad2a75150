import { Buffer } from 'node:buffer';
import { type Pool, textArray } from '@callside/database';
import type { RecommendationItem } from '@callside/schemas';
import { createNaturalBatcher, toServiceError } from '@callside/service-kit';
import type { SentHistoryLine } from '../ranking/index.ts';
import type { Recommendation, StoredOffer } from './recommendation.ts';

interface RecommendationStoreOptions {
  /** A pool with synchronous_commit on. */
  pool: Pool;
  brandId: () => string;
  batchSizes: { observe: (recommendations: number) => void };
}

const greatestBatch = 64;
/** Longer than any queue that progresses. While the database hangs, no request waits for two statement timeouts. */
const longestWaitMs = 1_000;
/**
 * In bytes. What a request may add to the database is bounded: about 200 KB, most of it the history that it sent, and up to 1,000 anchors of
 * 120 characters.
 */
const longestHistory = 64_000;
const longestSource = 1_000;

// One array per column. Arrays of arrays must be rectangular, so lists are sent as array literals.
const insertRecommendations = `
  INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history, history_size,
                               customer_found, fallback, feature_schema_hash, artifact_version, catalog_version,
                               offered_skus, offers, offer_features, rules_applied, customer_id, context, known_sizes,
                               experiment_id, experiment_arm, experiment_caller, offers_withheld, created_at)
  SELECT id, $1, phone, source, num_items, check_stock, anchors::text[], history::jsonb, history_size, customer_found,
         fallback, feature_schema_hash, artifact_version, catalog_version, offered_skus::text[], offers::jsonb,
         offer_features, rules_applied::text[], customer_id, context::jsonb, known_sizes::jsonb,
         experiment_id, experiment_arm, experiment_caller, offers_withheld, clock_timestamp()
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::boolean[], $7::text[], $8::text[], $9::int[],
                $10::boolean[], $11::boolean[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
                $17::bytea[], $18::text[], $19::text[], $20::text[], $21::text[], $22::uuid[], $23::text[], $24::text[],
                $25::text[])
      AS r (id, phone, source, num_items, check_stock, anchors, history, history_size, customer_found, fallback,
            feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features, rules_applied,
            customer_id, context, known_sizes, experiment_id, experiment_arm, experiment_caller, offers_withheld)`;

export class RecommendationStore {
  /** Resolves after the commit. Recommendations that queue until then are in the next statement. */
  readonly record: (recommendation: Recommendation) => Promise<void>;

  constructor({ pool, brandId, batchSizes }: RecommendationStoreOptions) {
    this.record = createNaturalBatcher({
      maxItems: greatestBatch,
      maxWaitMs: longestWaitMs,
      isItemFault: (error) => toServiceError(error).code !== 'unavailable',
      run: async (batch: Recommendation[]) => {
        batchSizes.observe(batch.length);
        const values = valuesOf(brandId(), batch);
        await pool.query({ name: 'insert-recommendations', text: insertRecommendations, values });
        return batch.map(() => undefined);
      },
    });
  }
}

function valuesOf(brandId: string, batch: readonly Recommendation[]): unknown[] {
  return [
    brandId,
    batch.map(({ answer }) => answer.recommendation_id),
    batch.map(({ request }) => request.phone),
    batch.map(({ request }) => request.source.slice(0, longestSource)),
    batch.map(({ request }) => request.numItems),
    batch.map(({ request }) => request.checkStock),
    batch.map(({ anchors }) => textArray(anchors)),
    batch.map(({ request }) => request.history && historyText(request.history)),
    batch.map(({ answer }) => answer.history_size),
    batch.map(({ answer }) => answer.customer_found),
    batch.map(({ answer }) => answer.fallback),
    batch.map(({ answer }) => answer.feature_schema_hash),
    batch.map(({ answer }) => answer.artifact_version),
    batch.map(({ answer }) => answer.catalog_version),
    batch.map(({ answer }) => textArray(answer.recommendations.map(({ sku }) => sku))),
    batch.map(({ answer }) => JSON.stringify(answer.recommendations.map(toStored))),
    batch.map(({ features }) => toBytes(features)),
    batch.map(({ answer }) => textArray(answer.rules_applied ?? [])),
    batch.map(({ request }) => request.customerId),
    batch.map(({ request }) => JSON.stringify(request.context)),
    batch.map(({ request }) => JSON.stringify(request.knownSizes)),
    batch.map(({ experiment }) => experiment?.id ?? null),
    batch.map(({ experiment }) => experiment?.arm ?? null),
    batch.map(({ experiment }) => experiment?.caller ?? null),
    batch.map(({ answer }) => answer.offers_withheld ?? null),
  ];
}

/** What the catalogue does not say later. The place of an offer and its SKU are in `offered_skus`. */
function toStored(offer: RecommendationItem): StoredOffer {
  const { web_price, rerank_score, purchase_probability, reasons, rules, propensity, on_hand } = offer;
  return { web_price, rerank_score, purchase_probability, reasons, rules, propensity, on_hand };
}

/** The first lines that have room. */
function historyText(lines: readonly SentHistoryLine[]): string {
  const whole = JSON.stringify(lines);
  if (Buffer.byteLength(whole) <= longestHistory) return whole;
  let left = longestHistory;
  const kept = lines.filter((line) => {
    left -= Buffer.byteLength(JSON.stringify(line)) + 1;
    return left > 0;
  });
  return JSON.stringify(kept);
}

/** One row per offer. Little-endian, like all machines that Node's builds run on. */
function toBytes(features: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    features.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}
