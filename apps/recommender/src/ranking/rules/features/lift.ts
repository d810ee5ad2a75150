import type { Lifts } from '../candidates/expected-categories.ts';
import { type CatalogueColumns, firstAttribute } from '../catalogue-columns.ts';
import { noDifference } from './feature.ts';

type Columns = Pick<CatalogueColumns, 'categoricalFeatures'>;

/** The lift of the item's code of a categorical feature. */
export function liftOf({ categoricalFeatures }: Columns, lifts: Lifts | null, feature: number, item: number): number {
  if (lifts === null) return noDifference;
  return lifts[feature]?.[categoricalFeatures[feature]?.codes[item] as number] as number;
}

/** The sum over all attributes. */
export function attributeLift(columns: Columns, lifts: Lifts | null, item: number): number {
  if (lifts === null) return noDifference;
  let sum = 0;
  for (let index = firstAttribute; index < columns.categoricalFeatures.length; index += 1) {
    sum += liftOf(columns, lifts, index, item);
  }
  return sum;
}
