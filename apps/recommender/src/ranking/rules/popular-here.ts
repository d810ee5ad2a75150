// What sells where a request comes from. It orders the offers of callers without history, of whom nothing else is known.

import { typeFeature } from './catalogue-columns.ts';
import { type Circumstance, nameOf } from './circumstances.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';

export interface PopularHere {
  /** The products that are counted. */
  readonly items: Int32Array;
  /** Positive: greater for what sells better here. */
  readonly scoreOf: (item: number) => number;
  /** Whether sales here are the evidence for it. */
  readonly sellsHere: (item: number) => boolean;
}

/** Of older orders, of sales that were recorded in a year, and of a product that nobody bought, in orders of the last weeks. */
const seasonWeight = 0.1;
const recordedWeight = 0.12;
const unsoldWeight = 1e-3;
/** A product sells here if so many customers bought it in one of the circumstances, and more than elsewhere. */
const leastSales = 2;
const leastLift = Math.log(1.1);

/** Null when no sales are known of these circumstances. */
export function popularHere(
  { sales, purchases, catalogue }: Pick<RankingSnapshot, 'sales' | 'purchases' | 'catalogue'>,
  circumstances: readonly Circumstance[],
): PopularHere | null {
  if (sales === undefined) return null;
  const groups = circumstances.flatMap((one) => sales.groups.get(nameOf(one)) ?? []);
  if (groups.length === 0) return null;
  const { items, places, lifts, counts, recorded, typeLifts, typeCount } = sales;
  const { month, season } = purchases.statistics.trend;
  const types = catalogue.columns.categoricalFeatures[typeFeature]?.codes as Uint16Array;
  const liftIn = (group: number, item: number) => {
    const place = places[item] as number;
    if (place >= 0) return lifts[group * items.length + place] as number;
    return typeLifts[group * typeCount + (types[item] as number)] as number;
  };
  const liftOf = (item: number) => {
    let sum = 0;
    for (const group of groups) sum += liftIn(group, item);
    return sum;
  };
  return {
    items,
    scoreOf: (item) => {
      const place = places[item] as number;
      const ordered = (month[item] as number) + seasonWeight * (season[item] as number);
      const told = place < 0 ? 0 : recordedWeight * (recorded[place] as number);
      return (ordered + told + unsoldWeight) * Math.exp(liftOf(item));
    },
    sellsHere: (item) => {
      const place = places[item] as number;
      if (place < 0 || liftOf(item) < leastLift) return false;
      return groups.some((group) => {
        const cell = group * items.length + place;
        return (counts[cell] as number) >= leastSales && (lifts[cell] as number) > 0;
      });
    },
  };
}
