import type { OfferedItem } from './rules/attribution.ts';
import type { ConfirmedPurchase, OnFile, PurchaseDecision } from './rules/purchase-decision.ts';

export interface PurchaseConfirmation extends ConfirmedPurchase {
  recommendationId: string;
}

export interface VoidRequest {
  purchaseId: string;
  /** As sent, with its card numbers masked; null: not said. */
  by: string | null;
  reason: string | null;
}

/**
 * An open transaction that holds the lock of a recommendation, so that its confirmations are decided one at a time. One of
 * `commit` and `rollBack` must end it.
 */
export interface LockedRecommendation {
  offers: readonly OfferedItem[];
  onFile: OnFile;
  /** `purchaseId`: for a new purchase. */
  commit: (purchaseId: string, decision: PurchaseDecision) => Promise<void>;
  rollBack: () => Promise<void>;
}
