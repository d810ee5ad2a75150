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
  /** Styles of `items`, in their order, so that memory is read from start to end. */
  readonly styles: Int32Array;
  readonly logBuyers: Float32Array;
  /** Codes by attribute, then by style. */
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
  const size = styles.length;
  const cells = { items: new Int32Array(size), styles: new Int32Array(size), logBuyers: new Float32Array(size) };
  for (let place = 0; place < size; place += 1) {
    const item = popularOrder[place] as number;
    const cell = cellOf(item);
    const index = ends[cell] as number;
    ends[cell] = index + 1;
    cells.items[index] = item;
    cells.styles[index] = styles[item] as number;
    cells.logBuyers[index] = logBuyers[item] as number;
  }
  return {
    ...cells,
    priceCount,
    filled: Int32Array.from(starts.keys()).filter((cell) => (starts[cell + 1] ?? 0) > (starts[cell] as number)),
    starts,
    styleCodes: features.slice(firstAttribute).map(({ codes }) => codesOf(styleExamples, codes)),
  };
}

/** There is no example of style 0 when every product has attributes. Then no item has this style. */
function codesOf(examples: Int32Array, codes: Uint16Array): Uint16Array {
  const styleCodes = new Uint16Array(examples.length);
  for (let style = 0; style < examples.length; style += 1) styleCodes[style] = codes[examples[style] as number] ?? 0;
  return styleCodes;
}
