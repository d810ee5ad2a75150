import type { PurchaseResponse } from '@callside/schemas';
import type { Metrics } from '@callside/service-kit';

export type PurchaseMetrics = ReturnType<typeof createPurchaseMetrics>;

export function createPurchaseMetrics(metrics: Metrics) {
  const purchases = metrics.counter('purchases_total', 'Confirmations by outcome.', ['outcome', 'converted']);
  const voids = metrics.counter('purchase_voids_total', 'Requests to void a purchase, by outcome.', ['outcome']);
  return {
    countPurchase: (answer: PurchaseResponse | null) => {
      const outcome = answer === null ? 'unknown' : answer.recorded ? 'recorded' : 'resent';
      purchases.inc({ outcome, converted: String(answer?.converted ?? false) });
    },
    countVoid: (outcome: 'recorded' | 'resent' | 'unknown') => voids.inc({ outcome }),
  };
}
