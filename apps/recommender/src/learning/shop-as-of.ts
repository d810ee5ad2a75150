import type { CandidateSet, Catalogue, PurchaseRows, RankingSnapshot } from '../ranking/index.ts';
import { buildPurchaseIndex, learntCandidates, type PurchaseIndex, prepareOffers } from '../ranking/index.ts';
import type { RankingTask } from './ranking-task.ts';
import type { RecordedOffers } from './recorded-offers.ts';

export interface RankerData {
  readonly catalogue: Catalogue;
  readonly rows: PurchaseRows;
  /** Catalogue records; absent when nothing is recorded, as for generated shops. */
  readonly records?: CatalogueRecords;
  /** What one unit of each item costs the shop; NaN when the catalogue has no cost. Absent for generated shops. */
  readonly unitCosts?: Float64Array;
  /** Offers that customers heard; what they accept is learnt from them when there are enough. */
  readonly recorded?: readonly RecordedOffers[];
  /** As the service has it: what was bought at most this many days ago is an anchor. Absent for generated shops: 0. */
  readonly justBoughtDays?: number;
}

/** When an import recorded a change of an item: days since 1970-01-01 by item. `never` means "not recorded". */
export interface CatalogueRecords {
  readonly created: Int32Array;
  readonly retired: Int32Array;
  /** Since when the stock is 0; `never` for an item with stock. */
  readonly soldOut: Int32Array;
}

/** Later than any day. */
export const never = 2 ** 31 - 1;

/** An item that no import recorded counts as on sale for this long after its last sale. */
const daysOnSale = 365;

/** The snapshot as of the morning of that day, with the items that were available then. */
export function snapshotAsOf(data: RankerData, today: number): RankingSnapshot {
  const { catalogue, rows } = data;
  const purchases = buildPurchaseIndex(rows, catalogue, today);
  // An item that is retired now may have been on sale on that day; `availableAsOf` decides.
  const retired = new Uint8Array(catalogue.items.length);
  return {
    catalogue: { ...catalogue, columns: { ...catalogue.columns, retired } },
    inStock: availableAsOf(data, purchases, today),
    purchases,
  };
}

/**
 * 1 for each item that was launched before the day and was still sold, by the data of that morning. An item is launched when it was
 * sold or an import recorded it. It is no longer sold when an import retired it or recorded it as sold out, or, without a record of
 * the item, when its last sale is more than a year old.
 */
function availableAsOf({ catalogue, records }: RankerData, purchases: PurchaseIndex, today: number): Uint8Array {
  const { purchases: sales, lastDays } = purchases.statistics;
  const isBefore = (days: Int32Array | undefined, item: number) => days !== undefined && (days[item] as number) < today;
  return Uint8Array.from(catalogue.items, (_, item) => {
    if (isBefore(records?.retired, item) || isBefore(records?.soldOut, item)) return 0;
    if (isBefore(records?.created, item)) return 1;
    return sales[item] !== 0 && today - (lastDays[item] as number) <= daysOnSale ? 1 : 0;
  });
}

/** The candidates of a task, as the service would have chosen them on that day, by default the day of the snapshot. */
export function candidatesOf(
  snapshot: RankingSnapshot,
  { history, anchors }: RankingTask,
  sizedArticleTypes: ReadonlySet<string>,
  {
    today = snapshot.purchases.today,
    justBoughtDays = 0,
  }: { today?: number; justBoughtDays?: number | undefined } = {},
): CandidateSet {
  const resting = { justBoughtDays, restDays: 0, declined: [], returned: [] };
  const request = { history, anchors, today, resting, checkStock: true, sizedArticleTypes };
  return prepareOffers(snapshot, request, learntCandidates);
}
