import type { OfferItem, OutcomeRequestBody } from '@callside/schemas';

export interface OfferDialogProps {
  item: OfferItem;
  /** Resolves when the outcome is recorded; rejects with the reason in words. */
  onRecord: (outcome: Omit<OutcomeRequestBody, 'recommendation_id' | 'sku'>) => Promise<void>;
  onClose: () => void;
}
