import type { PurchaseVoidResponse } from '@callside/schemas';
import { isUuid } from '@callside/service-kit';
import type { VoidRequest } from './purchase.ts';
import type { PurchaseMetrics } from './purchase-metrics.ts';
import type { VoidStore } from './voids.store.ts';

interface Dependencies {
  store: VoidStore;
  metrics: Pick<PurchaseMetrics, 'countVoid'>;
}

/** Voids purchases: they stay on file and count nowhere. */
export class PurchaseVoider {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves after the commit; to null when there is no such purchase. */
  async void(request: VoidRequest): Promise<PurchaseVoidResponse | null> {
    const { store, metrics } = this.#dependencies;
    const voided = isUuid(request.purchaseId) ? await store.void(request) : null;
    metrics.countVoid(voided === null ? 'unknown' : voided.isNew ? 'recorded' : 'resent');
    if (voided === null) return null;
    return {
      purchase_id: voided.purchaseId,
      recommendation_id: voided.recommendationId,
      voided_at: voided.voidedAt.toISOString(),
      recorded: voided.isNew,
      purchased_skus: [...voided.skus],
      matched_skus: [...voided.matchedSkus],
      matched_revenue: voided.matchedRevenue === null ? null : Number(voided.matchedRevenue),
    };
  }
}
