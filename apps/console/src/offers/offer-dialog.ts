import type { OfferItem, OfferOutcome, OutcomeRequestBody } from '@callside/schemas';
import type { ReactNode } from 'react';
import type { Caller } from '../desk/caller.ts';

/** What the dialogs of an outcome say of the product. */
export type OfferedProduct = Pick<OfferItem, 'sku' | 'title' | 'web_price' | 'on_hand'>;

/** An offer whose outcome the rep is about to record. It stays that of its own call when another call connects. */
export interface OpenOffer {
  /** Of the call. */
  reference: string;
  caller: Caller;
  recommendationId: string;
  item: OfferedProduct;
  outcome: 'sold' | 'declined';
  /** The sale that the rep is about to correct. */
  corrects?: OfferOutcome | undefined;
}

export type OutcomeDetails = Omit<OutcomeRequestBody, 'recommendation_id' | 'sku'>;

export interface OfferDialogProps extends Pick<OpenOffer, 'item' | 'corrects'> {
  /** Whom the outcome is recorded for, and what happens on the desk meanwhile. */
  children: ReactNode;
  /** Resolves when the outcome is recorded; rejects with the reason in words. */
  onRecord: (outcome: OutcomeDetails) => Promise<void>;
  onClose: () => void;
}
