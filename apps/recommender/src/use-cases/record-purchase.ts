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
  /** false: all of it was on file before. */
  recorded: boolean;
}

/** What the store asks once it has locked the recommendation. */
export type Decide = (offers: readonly OfferedItem[], onFile: OnFile) => PurchaseDecision;

interface Dependencies {
  /** One at a time for a recommendation; resolves once it is committed, with null where the recommendation is unknown. */
  confirm: (confirmation: PurchaseConfirmation, purchaseId: string, decide: Decide) => Promise<PurchaseOutcome | null>;
  newId: () => string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Records what was bought after a recommendation; null where there is no such recommendation. */
export function createRecordPurchase({ confirm, newId }: Dependencies) {
  return async (confirmation: PurchaseConfirmation): Promise<PurchaseOutcome | null> => {
    if (!uuid.test(confirmation.recommendationId)) return null;
    return confirm(confirmation, newId(), (offers, onFile) => decidePurchase(confirmation, offers, onFile));
  };
}
