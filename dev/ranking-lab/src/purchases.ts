import type { PurchaseRows } from '@callside/recommender/ranking';

/** All purchases of a catalogue's items; an item at most once per customer and day. */
export interface Purchases {
  readonly rows: PurchaseRows;
  /** Name of each customer in `rows`. */
  readonly customerNames: readonly string[];
}
