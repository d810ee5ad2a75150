import type { Metrics } from '@callside/service-kit';
import type { SnapshotStatus } from './use-cases/read-health.ts';
import type { Recommendation, RecommendationRequest, Stage } from './use-cases/recommend-offers.ts';
import type { PurchaseConfirmation, PurchaseOutcome } from './use-cases/record-purchase.ts';

interface Sources {
  snapshotStatus: () => SnapshotStatus;
  now: () => Date;
}

const stageBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Metrics for operators: how many offers the model ranked, the time of each stage, the purchases. */
export function createRecommenderMetrics(metrics: Metrics, { snapshotStatus, now }: Sources) {
  const recommendations = metrics.counter('recommendations_total', 'Requests that were answered 200.', [
    'outcome',
    'history',
  ]);
  const stages = metrics.histogram(
    'recommendation_stage_seconds',
    'What a request spends where.',
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
  const purchases = metrics.counter('purchases_total', 'Confirmations by what became of them.', [
    'outcome',
    'converted',
  ]);
  const historyFailures = metrics.counter('history_lookup_failures_total', 'Histories that could not be read in time.');
  const modelFailures = metrics.counter('model_failures_total', 'Requests that the model did not rank.');
  metrics.gaugeOf('catalog_items', 'Items of the catalogue that is loaded.', () => snapshotStatus().items);
  metrics.gaugeOf('catalog_items_in_stock', 'Those of them with stock.', () => snapshotStatus().itemsInStock);
  metrics.gaugeOf('stock_age_seconds', 'Age of the stock data: time since it was last imported.', () => {
    const { stockImportedAt } = snapshotStatus();
    return stockImportedAt === null ? undefined : (now().getTime() - stockImportedAt.getTime()) / 1000;
  });

  return {
    onHistoryFailure: () => historyFailures.inc(),
    onModelFailure: () => modelFailures.inc(),
    onBatch: (size: number) => batchSizes.observe(size),
    onPrepared: (count: number) => candidates.observe(count),
    time: (stage: Stage): (() => void) => stages.startTimer({ stage }),

    countRecommendations:
      (recommend: (request: RecommendationRequest, signal: AbortSignal) => Promise<Recommendation>) =>
      async (request: RecommendationRequest, signal: AbortSignal): Promise<Recommendation> => {
        const recommendation = await recommend(request, signal);
        recommendations.inc({ outcome: outcomeOf(recommendation), history: historyOf(recommendation) });
        return recommendation;
      },

    countPurchases:
      (record: (confirmation: PurchaseConfirmation) => Promise<PurchaseOutcome | null>) =>
      async (confirmation: PurchaseConfirmation): Promise<PurchaseOutcome | null> => {
        const outcome = await record(confirmation);
        const kind = outcome === null ? 'unknown' : outcome.recorded ? 'recorded' : 'resent';
        purchases.inc({ outcome: kind, converted: String(outcome?.converted ?? false) });
        return outcome;
      },
  };
}

function outcomeOf({ offers, fallback }: Recommendation): string {
  if (offers.length === 0) return 'nothing';
  return fallback ? 'fallback' : 'ranked';
}

function historyOf({ request, customerFound, history }: Recommendation): string {
  if (request.history !== null) return 'supplied';
  if (history === null) return 'unavailable';
  return customerFound ? 'found' : 'not_found';
}
