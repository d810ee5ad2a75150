import type { Catalogue } from '../catalogue.ts';
import type { PurchaseRows } from '../purchase-rows.ts';
import { type CategoryAffinity, categoryAffinitiesOf } from './category-affinity.ts';
import { type CustomerLines, customerLinesOf, type LinesOfItem, linesByItem } from './customer-lines.ts';
import { durableTypesOf } from './durable-types.ts';
import { type ItemCells, itemCellsOf } from './item-cells.ts';
import { type ItemGroups, itemsByStyle } from './item-groups.ts';
import { type ItemSimilarities, itemSimilaritiesOf } from './item-similarities.ts';
import { type ItemStatistics, itemStatisticsOf } from './item-statistics.ts';

/** Everything that past orders say about items, as of one day. Typed arrays only: it can be passed between threads. */
export interface PurchaseIndex {
  /** Days since 1970-01-01; purchases on this day or later are left out. */
  readonly today: number;
  readonly lines: CustomerLines;
  readonly byItem: LinesOfItem;
  readonly statistics: ItemStatistics;
  /** Bought on the same day by the same customer. */
  readonly together: ItemSimilarities;
  /** Bought by the same customer on any day; near days count more. */
  readonly alsoBought: ItemSimilarities;
  /** Bought by the same customer on a later day. */
  readonly boughtNext: ItemSimilarities;
  /** One per categorical feature of the catalogue. */
  readonly affinities: readonly CategoryAffinity[];
  readonly byStyle: ItemGroups;
  readonly cells: ItemCells;
  /** By type code: 1 for a type whose products are rarely bought again by one customer. */
  readonly durableTypes: Uint8Array;
}

export const emptyPurchaseRows: PurchaseRows = {
  customers: new Int32Array(0),
  items: new Int32Array(0),
  days: new Int32Array(0),
};

/** Rows must be sorted by customer, then day. Their items must be of this catalogue. */
export function buildPurchaseIndex(rows: PurchaseRows, catalogue: Catalogue, today: number): PurchaseIndex {
  const itemCount = catalogue.items.length;
  const lines = customerLinesOf(rows, today);
  const byItem = linesByItem(lines, itemCount);
  const statistics = itemStatisticsOf(lines, itemCount, today);
  return {
    today,
    lines,
    byItem,
    statistics,
    ...itemSimilaritiesOf(lines, byItem, statistics),
    affinities: categoryAffinitiesOf(lines, catalogue.columns.categoricalFeatures),
    byStyle: itemsByStyle(catalogue.columns, statistics),
    cells: itemCellsOf(catalogue.columns, statistics),
    durableTypes: durableTypesOf(catalogue.columns, statistics),
  };
}
