import {
  type CatalogueColumns,
  type CategoricalFeature,
  firstAttribute,
  priceBandFeature,
  typeFeature,
} from '../catalogue-columns.ts';
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
  /** Of `items`, in their order: memory is read from start to end. */
  readonly styles: Int32Array;
  readonly logBuyers: Float32Array;
  /** By attribute, then by style. */
  readonly styleCodes: readonly Uint16Array[];
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
  const starts = new Int32Array(types.codeCount * priceCount + 1);
  for (let item = 0; item < styles.length; item += 1) {
    const next = cellOf(item) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let cell = 1; cell < starts.length; cell += 1)
    starts[cell] = (starts[cell] as number) + (starts[cell - 1] as number);
  const ends = starts.slice();
  const items = new Int32Array(styles.length);
  for (const item of popularOrder) {
    const cell = cellOf(item);
    items[ends[cell] as number] = item;
    ends[cell] = (ends[cell] as number) + 1;
  }
  return {
    priceCount,
    filled: Int32Array.from(starts.keys()).filter((cell) => (starts[cell + 1] ?? 0) > (starts[cell] as number)),
    starts,
    items,
    styles: items.map((item) => styles[item] as number),
    logBuyers: Float32Array.from(items, (item) => logBuyers[item] as number),
    // There is no example of style 0 when every product has attributes. Then no item has this style.
    styleCodes: features
      .slice(firstAttribute)
      .map(({ codes }) => Uint16Array.from(styleExamples, (example) => codes[example] ?? 0)),
  };
}
