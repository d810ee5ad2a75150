import type { PurchaseResponse, RecommendResponse } from '@callside/schemas';
import { type Metrics, startSpan } from '@callside/service-kit';
import type { SnapshotSource } from './adapters/snapshots/snapshot-source.ts';
import type { ModelBuild } from './use-cases/ranker.ts';
import type { Recommendation, Stage } from './use-cases/recommendation.ts';

interface Sources {
  snapshots: Pick<SnapshotSource, 'status'>;
  /** The model in service. */
  build: () => ModelBuild;
  now: () => Date;
}

export type RecommenderMetrics = ReturnType<typeof createRecommenderMetrics>;

const stageBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Metrics for operators: how many offers the model ranked, the time of each stage, the purchases. */
export function createRecommenderMetrics(metrics: Metrics, { snapshots, build, now }: Sources) {
  const recommendations = metrics.counter('recommendations_total', 'Requests that were answered 200.', [
    'outcome',
    'history',
    'source',
  ]);
  const offers = metrics.counter('recommendation_offers_total', 'Offers that were made, by their first reason.', [
    'reason',
  ]);
  const stages = metrics.histogram(
    'recommendation_stage_seconds',
    'Duration of each stage of a request.',
    ['stage'],
    stageBuckets,
  );
  const candidates = metrics.histogram(
    'recommendation_candidates',
    'Eligible candidates of a request.',
    [],
    [0, 10, 25, 50, 100, 150, 200],
  );
  const batchSizes = metrics.histogram(
    'recommendation_batch_size',
    'Recommendations that one statement recorded.',
    [],
    [1, 2, 4, 8, 16, 32, 64],
  );
  const purchases = metrics.counter('purchases_total', 'Confirmations by outcome.', ['outcome', 'converted']);
  const voids = metrics.counter('purchase_voids_total', 'Requests to void a purchase, by outcome.', ['outcome']);
  const shopDeliveries = metrics.counter('shop_deliveries_total', 'Webhooks of shops by outcome.', [
    'shop',
    'topic',
    'outcome',
  ]);
  const historyFailures = metrics.counter('history_lookup_failures_total', 'Histories that could not be read in time.');
  const modelFailures = metrics.counter('model_failures_total', 'Requests that the model did not rank.');
  metrics.gaugeOf('catalog_items', 'Items of the catalogue that is loaded.', () => snapshots.status().items);
  metrics.gaugeOf(
    'catalog_items_in_stock',
    'Items of the catalogue in stock, without retired ones.',
    () => snapshots.status().itemsInStock,
  );
  metrics.gaugeOf('stock_age_seconds', 'Age of the stock data: time since it was last imported.', () => {
    const { stockImportedAt } = snapshots.status();
    return stockImportedAt === null ? undefined : (now().getTime() - stockImportedAt.getTime()) / 1000;
  });

  metrics.infoOf(
    'recommender_model_info',
    'The model in service; the artifact is `none` without one.',
    ['artifact_version', 'feature_schema_hash'],
    () => {
      const { artifactVersion, featureSchemaHash } = build();
      return { artifact_version: artifactVersion, feature_schema_hash: featureSchemaHash };
    },
  );

  return {
    historyFailures: { inc: () => historyFailures.inc() },
    batchSizes: { observe: (size: number) => batchSizes.observe(size) },
    /** Called at the start of a stage. The returned function is called at its end. */
    time: (stage: Stage): (() => void) => {
      const stop = stages.startTimer({ stage });
      const end = startSpan(`recommend ${stage}`);
      return () => {
        stop();
        end();
      };
    },
    countCandidates: (count: number) => candidates.observe(count),
    countModelFailure: () => modelFailures.inc(),
    countRecommendation: (recommendation: Recommendation) => {
      for (const { reasons } of recommendation.answer.recommendations) offers.inc({ reason: codeOf(reasons[0]) });
      recommendations.inc({
        outcome: outcomeOf(recommendation.answer),
        history: historyOf(recommendation),
        source: sourceOf(recommendation.request),
      });
    },
    countShopDelivery: (labels: { shop: string; topic: string; outcome: string }) => shopDeliveries.inc(labels),
    countPurchase: (answer: PurchaseResponse | null) => {
      const outcome = answer === null ? 'unknown' : answer.recorded ? 'recorded' : 'resent';
      purchases.inc({ outcome, converted: String(answer?.converted ?? false) });
    },
    countVoid: (outcome: 'recorded' | 'resent' | 'unknown') => voids.inc({ outcome }),
  };
}

function outcomeOf({ recommendations, fallback }: RecommendResponse): string {
  if (recommendations.length === 0) return 'nothing';
  return fallback ? 'fallback' : 'ranked';
}

const knownSources = new Set(['ivr', 'desk', 'web', 'shop']);

/** Callers may send any source, and each one would become a time series. */
function sourceOf({ source }: Recommendation['request']): string {
  const name = source.toLowerCase();
  return knownSources.has(name) ? name : 'other';
}

/** The code without the SKU that the reason names, because the codes are a short list. */
function codeOf(reason: string | undefined): string {
  return reason?.split(':')[0] ?? 'none';
}

function historyOf({ request, answer, history }: Recommendation): string {
  if (request.history !== null) return 'supplied';
  if (history === null) return 'unavailable';
  return answer.customer_found ? 'found' : 'not_found';
}
