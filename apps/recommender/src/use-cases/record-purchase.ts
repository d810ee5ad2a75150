import type { PurchaseStore } from '../adapters/purchase-store.ts';
import { decidePurchase } from '../domain/purchase-decision.ts';
import type { RecommenderMetrics } from '../recommender-metrics.ts';
import { type PurchaseConfirmation, type PurchaseOutcome, RepeatPurchase } from './purchase.ts';

interface Dependencies {
  store: Pick<PurchaseStore, 'begin'>;
  newId: () => string;
  metrics: Pick<RecommenderMetrics, 'countPurchase'>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const attempts = 5;

/** Records purchases after recommendations. */
export class PurchaseRecorder {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves after the commit; to null when there is no such recommendation. */
  async record(confirmation: PurchaseConfirmation): Promise<PurchaseOutcome | null> {
    const outcome = uuid.test(confirmation.recommendationId) ? await this.#recordKnown(confirmation) : null;
    this.#dependencies.metrics.countPurchase(outcome);
    return outcome;
  }

  async #recordKnown(confirmation: PurchaseConfirmation): Promise<PurchaseOutcome | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#decideAndCommit(confirmation);
      } catch (error) {
        if (!(error instanceof RepeatPurchase)) throw error;
        // The cause has the SQLSTATE for the log.
        if (attempt >= attempts) throw error.cause;
      }
    }
  }

  async #decideAndCommit(confirmation: PurchaseConfirmation): Promise<PurchaseOutcome | null> {
    const { store, newId } = this.#dependencies;
    const recommendation = await store.begin(confirmation);
    if (recommendation === null) return null;
    try {
      const decision = decidePurchase(confirmation, recommendation.offers, recommendation.onFile);
      const purchaseId = newId();
      await recommendation.commit(purchaseId, decision);
      return {
        ...decision.answer,
        purchaseId: decision.originalId ?? purchaseId,
        recorded: decision.newPurchase !== null || decision.completions.length > 0,
      };
    } finally {
      await recommendation.end();
    }
  }
}
