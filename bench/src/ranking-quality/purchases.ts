import type { PurchaseRows } from '@callside/recommender/ranking';

/** All that was bought of a catalogue, an item at most once a customer and day. */
export interface Purchases {
  readonly rows: PurchaseRows;
  /** Name of each customer in `rows`. */
  readonly customerNames: readonly string[];
}
