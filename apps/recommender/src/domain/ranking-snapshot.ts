import type { Catalogue } from './catalogue.ts';
import type { PurchaseIndex } from './purchase-index/purchase-index.ts';

/** What offers are made from: replaced whole, never changed. A request takes the reference once. */
export interface RankingSnapshot {
  readonly catalogue: Catalogue;
  /** 1 for an item with stock, else 0. */
  readonly inStock: Uint8Array;
  readonly purchases: PurchaseIndex;
}
