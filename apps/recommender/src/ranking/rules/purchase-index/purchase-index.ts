import type { Catalogue } from '../catalogue.ts';
import type { PurchaseRows } from '../purchase-rows.ts';
import { type CategoryAffinity, categoryAffinitiesOf } from './category-affinity.ts';
import { type CustomerLines, customerLinesOf, type LinesOfItem, linesByItem } from './customer-lines.ts';
import { durableTypesOf } from './durable-types.ts';
import { type ItemCells, itemCellsOf } from './item-cells.ts';
import { type ItemGroups, itemsByStyle } from './item-groups.ts';
import { itemSimilaritiesOf, type PurchaseSimilarities } from './item-similarities.ts';
import { type ItemStatistics, itemStatisticsOf } from './item-statistics.ts';
import { typeIntervalsOf } from './type-intervals.ts';

/** The part of the index that the others are computed from. */
interface IndexedLines {
  /** Days since 1970-01-01; purchases on this day or later are left out. */
  readonly today: number;
  readonly lines: CustomerLines;
  readonly byItem: LinesOfItem;
  readonly statistics: ItemStatistics;
}

/** Everything that past orders say about items, as of one day. Typed arrays only: it can be passed between threads. */
export interface PurchaseIndex extends IndexedLines, PurchaseSimilarities {
  /** One per categorical feature of the catalogue. */
  readonly affinities: readonly CategoryAffinity[];
  readonly byStyle: ItemGroups;
  readonly cells: ItemCells;
  /** By type code: 1 for a type whose products are rarely bought again by one customer. */
  readonly durableTypes: Uint8Array;
  /** By type code: the usual days until a customer buys the type again; NaN when they are not known. */
  readonly typeIntervals: Float64Array;
}

type Columns = Pick<Catalogue, 'columns'>;

/** Rows must be sorted by customer, then day. Their items must be of this catalogue. */
export function buildPurchaseIndex(rows: PurchaseRows, catalogue: Columns, today: number): PurchaseIndex {
  return completeIndex(indexLines(rows, catalogue, today), catalogue);
}

export function indexLines(rows: PurchaseRows, { columns }: Columns, today: number): IndexedLines {
  const itemCount = columns.types.length;
  const lines = customerLinesOf(rows, today);
  return {
    today,
    lines,
    byItem: linesByItem(lines, itemCount),
    statistics: itemStatisticsOf(lines, itemCount, today),
  };
}

/** The longest part. It needs no rows, which take more memory than the lines. */
export function completeIndex(indexed: IndexedLines, { columns }: Columns): PurchaseIndex {
  const { lines, byItem, statistics } = indexed;
  return {
    ...indexed,
    ...itemSimilaritiesOf(lines, byItem, statistics),
    affinities: categoryAffinitiesOf(lines, columns.categoricalFeatures),
    byStyle: itemsByStyle(columns, statistics),
    cells: itemCellsOf(columns, statistics),
    durableTypes: durableTypesOf(columns, statistics),
    typeIntervals: typeIntervalsOf(columns, lines),
  };
}
