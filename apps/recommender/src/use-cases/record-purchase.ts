import type { OfferedItem } from '../domain/attribution.ts';
import {
  type ConfirmedPurchase,
  decidePurchase,
  type OnFile,
  type PurchaseAnswer,
  type PurchaseDecision,
} from '../domain/purchase-decision.ts';

export interface PurchaseConfirmation extends ConfirmedPurchase {
  recommendationId: string;
}

export interface PurchaseOutcome extends PurchaseAnswer {
  /** Of the purchase that it recorded, completed or repeats. */
  purchaseId: string;
  /** false: everything in it was stored before. */
  recorded: boolean;
}

/** The store calls it after it locked the recommendation. */
export type Decide = (offers: readonly OfferedItem[], onFile: OnFile) => PurchaseDecision;

interface Dependencies {
  /** One at a time per recommendation. Resolves after the commit; to null when the recommendation is unknown. */
  confirm: (confirmation: PurchaseConfirmation, purchaseId: string, decide: Decide) => Promise<PurchaseOutcome | null>;
  newId: () => string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Records a purchase after a recommendation; null when there is no such recommendation. */
export function createRecordPurchase({ confirm, newId }: Dependencies) {
  return async (confirmation: PurchaseConfirmation): Promise<PurchaseOutcome | null> => {
    if (!uuid.test(confirmation.recommendationId)) return null;
    return confirm(confirmation, newId(), (offers, onFile) => decidePurchase(confirmation, offers, onFile));
  };
}
