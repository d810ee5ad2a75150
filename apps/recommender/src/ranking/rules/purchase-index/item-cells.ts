import {
  type CatalogueColumns,
  type CategoricalFeature,
  firstAttribute,
  priceBandFeature,
  typeFeature,
} from '../catalogue-columns.ts';
import { groupStarts } from './group-starts.ts';
import type { ItemStatistics } from './item-statistics.ts';

/**
 * The items by article type and price band, the most popular first: those of cell c are from `starts[c]` up to `starts[c + 1]`. A search
 * for the items that fit best stops in a cell where no further item can be among them.
 */
export interface ItemCells {
  /** The number of a cell is its type code times this, plus its price code. */
  readonly priceCount: number;
  /** The cells that have items. */
  readonly filled: Int32Array;
  readonly starts: Int32Array;
  readonly items: Int32Array;
  readonly logBuyers: Float32Array;
  /** The attributes of `items`, in their order, so that a search reads memory from start to end: all codes of an item, then of the next. */
  readonly attributeCodes: Uint16Array;
  /** The style of each of `items`: products of a style have the same attributes. */
  readonly styles: Int32Array;
  /** By style: the index in `items` of one of its products; -1 when no product has it. */
  readonly styleExamples: Int32Array;
}

export function itemCellsOf(
  { styles, styleExamples, categoricalFeatures: features }: CatalogueColumns,
  { logBuyers, popularOrder }: ItemStatistics,
): ItemCells {
  const [types, prices] = [features[typeFeature], features[priceBandFeature]] as [
    CategoricalFeature,
    CategoricalFeature,
  ];
  const priceCount = prices.codeCount;
  const cellOf = (item: number) => (types.codes[item] as number) * priceCount + (prices.codes[item] as number);
  const size = styles.length;
  const starts = groupStarts(size, cellOf, types.codeCount * priceCount);
  const ends = starts.slice();
  const attributes = features.slice(firstAttribute);
  const cells = {
    items: new Int32Array(size),
    logBuyers: new Float32Array(size),
    attributeCodes: new Uint16Array(size * attributes.length),
    styles: new Int32Array(size),
    styleExamples: new Int32Array(styleExamples.length).fill(-1),
  };
  for (let place = 0; place < size; place += 1) {
    const item = popularOrder[place] as number;
    const cell = cellOf(item);
    const index = ends[cell] as number;
    ends[cell] = index + 1;
    cells.items[index] = item;
    cells.logBuyers[index] = logBuyers[item] as number;
    const style = styles[item] as number;
    cells.styles[index] = style;
    cells.styleExamples[style] = index;
    for (const [attribute, { codes }] of attributes.entries()) {
      cells.attributeCodes[index * attributes.length + attribute] = codes[item] as number;
    }
  }
  return {
    ...cells,
    priceCount,
    filled: Int32Array.from(starts.keys()).filter((cell) => (starts[cell + 1] ?? 0) > (starts[cell] as number)),
    starts,
  };
}
