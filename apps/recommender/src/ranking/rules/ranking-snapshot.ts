import type { MerchandisingRule } from '@callside/schemas';
import type { Catalogue } from './catalogue.ts';
import type { PurchaseIndex } from './purchase-index/purchase-index.ts';
import type { SalesByCircumstance } from './sales-by-circumstance.ts';

/** The data that offers are made from. It is replaced as a whole, never changed. A request reads the reference once. */
export interface RankingSnapshot {
  readonly catalogue: Catalogue;
  /** 1 for an item with stock, else 0. */
  readonly inStock: Uint8Array;
  /** Units in stock by item, at least 0; absent when they are not known, as in training. */
  readonly onHand?: Int32Array;
  readonly purchases: PurchaseIndex;
  /** Absent in training. */
  readonly sales?: SalesByCircumstance;
  /** Rules of the brand, by name; absent when there are none, as in training. */
  readonly rules?: readonly MerchandisingRule[];
}
