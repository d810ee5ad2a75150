import type { OfferedItem } from '../domain/attribution.ts';
import type { ConfirmedPurchase, OnFile, PurchaseAnswer, PurchaseDecision } from '../domain/purchase-decision.ts';

export interface PurchaseConfirmation extends ConfirmedPurchase {
  recommendationId: string;
}

export interface PurchaseOutcome extends PurchaseAnswer {
  /** Of the purchase that it recorded, completed or repeats. */
  purchaseId: string;
  /** false: everything in it was stored before. */
  recorded: boolean;
}

/** An open transaction that holds the lock of a recommendation: its confirmations are decided one at a time. */
export interface OpenRecommendation {
  offers: readonly OfferedItem[];
  onFile: OnFile;
  /** Writes and commits; `purchaseId` is the id of a new purchase. */
  commit: (purchaseId: string, decision: PurchaseDecision) => Promise<void>;
  /** Must be called: rolls back what was not committed, and gives the connection back. */
  end: () => Promise<void>;
}

/** The confirmation must be decided again: another transaction recorded one of its line ids first, or there was a deadlock. */
export class RepeatPurchase extends Error {
  constructor(cause: unknown) {
    super('the confirmation must be decided again', { cause });
  }
}
