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
 * The items by cell, which is an article type and a price band, then by style, the most popular of a style first. All that tells two items of
 * one style in one cell apart is their popularity: a search for the items that fit best leaves such a group at the first that is not among
 * them.
 */
export interface ItemCells {
  /** The number of a cell is its type code times this, plus its price code. */
  readonly priceCount: number;
  /** The cells that have items. */
  readonly filled: Int32Array;
  /** By cell: the greatest of `logBuyers`. */
  readonly mostLogBuyers: Float32Array;
  /** The groups of cell c are from `starts[c]` up to `starts[c + 1]`. */
  readonly starts: Int32Array;
  /** The items of group g are from `groupStarts[g]` up to `groupStarts[g + 1]`. */
  readonly groupStarts: Int32Array;
  /** The style of each group. */
  readonly styles: Int32Array;
  /** The attributes of each group: all its codes, then those of the next. */
  readonly attributeCodes: Uint16Array;
  /** By style: one of its groups; -1 when no product has it. */
  readonly styleExamples: Int32Array;
  readonly items: Int32Array;
  readonly logBuyers: Float32Array;
}

export function itemCellsOf(
  { styles, styleExamples, categoricalFeatures: features }: CatalogueColumns,
  { logBuyers, popularOrder }: ItemStatistics,
): ItemCells {
  const [types, prices] = [features[typeFeature], features[priceBandFeature]] as [
    CategoricalFeature,
    CategoricalFeature,
  ];
  const attributes = features.slice(firstAttribute);
  const priceCount = prices.codeCount;
  const cellCount = types.codeCount * priceCount;
  const cellOf = (item: number) => (types.codes[item] as number) * priceCount + (prices.codes[item] as number);
  const styleOf = (item: number) => styles[item] as number;
  const items = groupedBy(groupedBy(popularOrder, styleOf, styleExamples.length), cellOf, cellCount);
  const isFirstOfGroup = (item: number, index: number) => {
    const before = items[index - 1];
    return before === undefined || cellOf(before) !== cellOf(item) || styleOf(before) !== styleOf(item);
  };
  const firsts = Int32Array.from(items.keys()).filter((index) => isFirstOfGroup(items[index] as number, index));
  const heads = firsts.map((index) => items[index] as number);
  const cells = {
    mostLogBuyers: new Float32Array(cellCount),
    styles: heads.map(styleOf),
    attributeCodes: new Uint16Array(heads.length * attributes.length),
    styleExamples: new Int32Array(styleExamples.length).fill(-1),
  };
  for (const [group, head] of heads.entries()) {
    const cell = cellOf(head);
    cells.mostLogBuyers[cell] = Math.max(cells.mostLogBuyers[cell] as number, logBuyers[head] as number);
    cells.styleExamples[styleOf(head)] = group;
    for (const [attribute, { codes }] of attributes.entries()) {
      cells.attributeCodes[group * attributes.length + attribute] = codes[head] as number;
    }
  }
  const starts = groupStarts(heads.length, (group) => cellOf(heads[group] as number), cellCount);
  return {
    ...cells,
    priceCount,
    filled: Int32Array.from(starts.keys()).filter((cell) => (starts[cell + 1] ?? 0) > (starts[cell] as number)),
    starts,
    groupStarts: withEnd(firsts, items.length),
    items,
    logBuyers: Float32Array.from(items, (item) => logBuyers[item] as number),
  };
}

function withEnd(starts: Int32Array, end: number): Int32Array {
  const all = new Int32Array(starts.length + 1).fill(end);
  all.set(starts);
  return all;
}

/** The items by group; those of one group keep their order. */
function groupedBy(items: Int32Array, groupOf: (item: number) => number, groupCount: number): Int32Array {
  const places = groupStarts(items.length, (index) => groupOf(items[index] as number), groupCount);
  const grouped = new Int32Array(items.length);
  for (const item of items) {
    const group = groupOf(item);
    const place = places[group] as number;
    grouped[place] = item;
    places[group] = place + 1;
  }
  return grouped;
}
