import type { PurchaseResponse, PurchaseVoidResponse } from '@callside/schemas';
import type { Metrics } from '@callside/service-kit';

export type PurchaseMetrics = ReturnType<typeof createPurchaseMetrics>;

export function createPurchaseMetrics(metrics: Metrics) {
  const purchases = metrics.counter('purchases_total', 'Confirmations by outcome.', ['outcome', 'converted']);
  const voids = metrics.counter('purchase_voids_total', 'Requests to void a purchase, by outcome.', ['outcome']);
  return {
    countPurchase: (answer: PurchaseResponse | null) => {
      purchases.inc({ outcome: outcomeOf(answer), converted: String(answer?.converted ?? false) });
    },
    countVoid: (answer: PurchaseVoidResponse | null) => voids.inc({ outcome: outcomeOf(answer) }),
  };
}

function outcomeOf(answer: { recorded: boolean } | null): string {
  return answer === null ? 'unknown' : answer.recorded ? 'recorded' : 'resent';
}
