import type { OfferedItem } from '../domain/attribution.ts';
import type { ConfirmedPurchase, OnFile, PurchaseDecision } from '../domain/purchase-decision.ts';

export interface PurchaseConfirmation extends ConfirmedPurchase {
  recommendationId: string;
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
