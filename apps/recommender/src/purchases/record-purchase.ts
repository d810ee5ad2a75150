import type { PurchaseResponse } from '@callside/schemas';
import { isUuid, ServiceError } from '@callside/service-kit';
import type { PurchaseConfirmation } from './purchase.ts';
import type { PurchaseMetrics } from './purchase-metrics.ts';
import type { PurchaseStore } from './purchases.store.ts';
import { decidePurchase, isFull, type PurchaseDecision } from './rules/purchase-decision.ts';

interface Dependencies {
  store: Pick<PurchaseStore, 'begin' | 'isLostRace'>;
  newId: () => string;
  metrics: Pick<PurchaseMetrics, 'countPurchase'>;
}

const attempts = 5;

/** Records purchases after recommendations. */
export class PurchaseRecorder {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves after the commit; to null when there is no such recommendation. Throws `invalid` when that has too much on file. */
  async record(confirmation: PurchaseConfirmation): Promise<PurchaseResponse | null> {
    const answer = isUuid(confirmation.recommendationId) ? await this.#recordKnown(confirmation) : null;
    this.#dependencies.metrics.countPurchase(answer);
    return answer;
  }

  async #recordKnown(confirmation: PurchaseConfirmation): Promise<PurchaseResponse | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#decideAndCommit(confirmation);
      } catch (error) {
        if (!this.#dependencies.store.isLostRace(error) || attempt === attempts) throw error;
      }
    }
  }

  async #decideAndCommit(confirmation: PurchaseConfirmation): Promise<PurchaseResponse | null> {
    const { store, newId } = this.#dependencies;
    const recommendation = await store.begin(confirmation);
    if (recommendation === null) return null;
    try {
      const decision = decidePurchase(confirmation, recommendation.offers, recommendation.onFile);
      if (decision.newPurchase !== null && isFull(recommendation.onFile)) throw tooMuchOnFile();
      const newPurchaseId = newId();
      await recommendation.commit(newPurchaseId, decision);
      return answerOf(decision, { newPurchaseId, recommendationId: confirmation.recommendationId });
    } catch (error) {
      await recommendation.rollBack();
      throw error;
    }
  }
}

/** Not a conflict or an outage: sending it again never helps. */
function tooMuchOnFile(): ServiceError {
  const msg = 'this recommendation has too many purchases on file for a new one';
  const issues = [{ type: 'value_error', loc: ['body', 'recommendation_id'], msg }];
  return new ServiceError({ code: 'invalid', message: 'The recommendation takes no more purchases.', issues });
}

function answerOf(
  { answer, originalId, newPurchase, completions }: PurchaseDecision,
  { newPurchaseId, recommendationId }: { newPurchaseId: string; recommendationId: string },
): PurchaseResponse {
  return {
    purchase_id: originalId ?? newPurchaseId,
    recommendation_id: recommendationId,
    matched_skus: [...answer.matchedSkus],
    converted: answer.converted,
    recorded: newPurchase !== null || completions.length > 0,
    matched_revenue: answer.matchedRevenue === null ? null : Number(answer.matchedRevenue),
    conflicts: answer.conflicts.map(({ orderLineId, reason }) => ({ order_line_id: orderLineId, reason })),
  };
}
