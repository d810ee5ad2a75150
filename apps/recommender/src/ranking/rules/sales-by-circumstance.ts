// How sales differ by where they come from: counts, shrunken towards the whole.

import type { CategoricalFeature } from './catalogue-columns.ts';
import { type Circumstance, nameOf, ofEachRequest } from './circumstances.ts';

/** Products that one customer bought, each once, and what is known of where. */
export interface Sale {
  readonly circumstances: readonly Circumstance[];
  readonly items: Iterable<number>;
}

/**
 * How much more of a circumstance's sales each product has than of all sales where something is known of that dimension, as logarithms.
 * It can be passed between threads.
 */
export interface SalesByCircumstance {
  /** The number of a circumstance by its name: of those that are not all sales of their dimension. */
  readonly groups: ReadonlyMap<string, number>;
  /** Circumstances by codes of the article type. */
  readonly typeLifts: Float32Array;
  readonly typeCount: number;
  /** The products that are counted, and by product the place among them; -1: it is not. */
  readonly items: Int32Array;
  readonly places: Int32Array;
  /** Circumstances by counted products. */
  readonly lifts: Float32Array;
  readonly counts: Float32Array;
  /** By counted product: all recorded sales. */
  readonly recorded: Float32Array;
}

/** The largest circumstances and the bestsellers are counted: at most 10 MB. Of other products only the article type is. */
const mostGroups = 1_000;
const mostItems = 1_000;
/** Weight of the whole, in sales that are expected of a product: where fewer are, a circumstance hardly differs from it. */
const priorSales = 4;
/** No single circumstance moves a product further. */
const mostLift = Math.log(8);

interface Counted {
  types: CategoricalFeature;
  itemCount: number;
}

/** `sales` is read twice. */
export function countSales(sales: () => Iterable<Sale>, { types, itemCount }: Counted): SalesByCircumstance {
  const { groups, wholes, totals, soldOf } = totalsOf(sales, itemCount);
  const items = bestsellers(soldOf);
  const places = new Int32Array(itemCount).fill(-1);
  for (const [place, item] of items.entries()) places[item] = place;
  const ofItems = new Float32Array(totals.length * items.length);
  const ofTypes = new Float32Array(totals.length * types.codeCount);
  for (const { circumstances, items: sold } of sales()) {
    for (const name of namesOf(circumstances)) {
      const group = groups.get(name);
      if (group === undefined) continue;
      for (const item of sold) {
        const [place, type] = [places[item] as number, types.codes[item] as number];
        addOne(ofTypes, group * types.codeCount + type);
        if (place >= 0) addOne(ofItems, group * items.length + place);
      }
    }
  }
  const typeLifts = new Float32Array(ofTypes.length);
  const lifts = new Float32Array(ofItems.length);
  for (const [group, whole] of wholes.entries()) {
    const [total, ofWhole] = [totals[group] as number, totals[whole] as number];
    /** By the sales that the share of the whole lets expect; shrunken towards a lift that is known before. */
    const liftOf = (count: number, countOfWhole: number, before: number) => {
      return (count + priorSales * before) / ((total * countOfWhole) / ofWhole + priorSales);
    };
    const logOf = (lift: number) => Math.max(-mostLift, Math.min(mostLift, Math.log(lift)));
    for (let type = 0, width = types.codeCount; type < width; type += 1) {
      const lift = liftOf(ofTypes[group * width + type] as number, ofTypes[whole * width + type] as number, 1);
      typeLifts[group * width + type] = logOf(lift);
    }
    for (const [place, item] of items.entries()) {
      const ofType = Math.exp(typeLifts[group * types.codeCount + (types.codes[item] as number)] as number);
      const [cell, cellOfWhole] = [group * items.length + place, whole * items.length + place];
      lifts[cell] = logOf(liftOf(ofItems[cell] as number, ofItems[cellOfWhole] as number, ofType));
    }
  }
  const isPart = ([, group]: [string, number]) =>
    (totals[group] as number) < (totals[wholes[group] as number] as number);
  const first = (groups.get(ofEachRequest) ?? groups.size) * items.length;
  return {
    groups: new Map([...groups].filter(isPart)),
    typeLifts,
    typeCount: types.codeCount,
    items,
    places,
    lifts,
    counts: ofItems,
    recorded: Float32Array.from(items, (_, place) => ofItems[first + place] ?? 0),
  };
}

/** The largest groups, which are circumstances and dimensions as wholes, and by group the whole that it belongs to. */
function totalsOf(sales: () => Iterable<Sale>, itemCount: number) {
  const sums = new Map<string, { total: number; whole: string }>();
  const soldOf = new Float64Array(itemCount);
  for (const { circumstances, items } of sales()) {
    let sold = 0;
    for (const item of items) {
      soldOf[item] = (soldOf[item] as number) + 1;
      sold += 1;
    }
    for (const one of circumstances) {
      for (const name of [one.dimension, nameOf(one)]) {
        sums.set(name, { total: (sums.get(name)?.total ?? 0) + sold, whole: one.dimension });
      }
    }
  }
  // The sort keeps the order of equal ones: a dimension comes before its values, and none is kept without it.
  const largest = [...sums].sort(([, one], [, other]) => other.total - one.total).slice(0, mostGroups);
  const groups = new Map(largest.map(([name], group) => [name, group]));
  const wholes = largest.map(([, { whole }]) => groups.get(whole) as number);
  return { groups, wholes, totals: largest.map(([, { total }]) => total), soldOf };
}

function bestsellers(soldOf: Float64Array): Int32Array {
  const sold = Int32Array.from(soldOf, (_, item) => item).filter((item) => (soldOf[item] as number) > 0);
  return sold
    .sort((one, other) => (soldOf[other] as number) - (soldOf[one] as number) || one - other)
    .slice(0, mostItems);
}

function namesOf(circumstances: readonly Circumstance[]): string[] {
  return circumstances.flatMap((one) => [one.dimension, nameOf(one)]);
}

function addOne(counts: Float32Array, cell: number): void {
  counts[cell] = (counts[cell] as number) + 1;
}
