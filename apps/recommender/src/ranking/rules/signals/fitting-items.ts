import type { Lifts } from '../candidates/expected-categories.ts';
import { type CategoricalFeature, typeFeature } from '../catalogue-columns.ts';
import { liftOf } from '../features/lift.ts';
import type { CategoryAffinity } from '../purchase-index/category-affinity.ts';
import type { ItemCells } from '../purchase-index/item-cells.ts';
import type { RankingContext } from '../ranking-context.ts';
import { noNumbers, type ScoredNumbers } from '../sparse-accumulator.ts';
import type { SearchContext, Signal } from './signal.ts';

interface Fit extends Omit<Signal, 'find' | 'explain'> {
  readonly liftsOf: (context: RankingContext) => Lifts | null;
  /** The items that others must have bought something with, as evidence. */
  readonly relatedItems: (context: RankingContext) => readonly number[];
  readonly pairsOf: (affinity: CategoryAffinity) => Float32Array;
}

/** Exponent of an item's popularity, which multiplies its fit. */
const popularityPower = 0.4;
/** Exponent of the lift of each property. Below 1, because the properties are not independent. */
const fitPower = 0.6;
/** Up to this many styles, the lifts of all are computed before a search. Of more styles, most would not be needed. */
const mostStylesAtOnce = 5_000;
/** More than the rounding error of a sum of lifts. */
const roundingError = 1e-9;
/** Least number of observed pairs of types before they show what goes with what. */
const leastPairs = 10;

/** Items whose type, price and attributes fit best, by what customers bought. */
export function fittingItems({ liftsOf, relatedItems, pairsOf, ...declared }: Fit): Signal {
  return {
    ...declared,
    find: (context) => {
      const lifts = liftsOf(context);
      return lifts === null ? noNumbers : bestFitting(context, lifts);
    },
    /** The item is more likely after the related items than in all purchases. This needs enough pairs of their types. */
    explain: (context, item) => {
      const { affinities } = context.snapshot.purchases;
      const { columns } = context.snapshot.catalogue;
      const { codes } = columns.categoricalFeatures[typeFeature] as CategoricalFeature;
      const types = new Set(relatedItems(context).map((related) => codes[related] as number));
      const pairs = pairsOf(affinities[typeFeature] as CategoryAffinity);
      let seen = 0;
      for (const type of types) seen += pairs[type] as number;
      if (seen < leastPairs) return null;
      const lifts = liftsOf(context);
      let lift = 0;
      for (let index = 0; index < affinities.length; index += 1) lift += liftOf(columns, lifts, index, item);
      return lift > 0 ? declared.name : null;
    },
  };
}

/**
 * Cells are visited in descending order of the upper bound of their items, and in each only the groups that can have one of the best.
 * Popularity, type, price and attributes are added in one order. A sum of floating-point numbers never falls when a summand grows, so a sum
 * with the greatest lift of the attributes is never less than that of an item, also after rounding.
 */
function bestFitting({ snapshot, isEligible, limit, items: { best } }: SearchContext, lifts: Lifts): ScoredNumbers {
  const { filled, mostLogBuyers, starts, groupStarts, styles, items, logBuyers, priceCount } = snapshot.purchases.cells;
  const weighed = lifts.map(weigh);
  const [typeLifts, priceLifts, ...attributeLifts] = weighed as [Float32Array, Float32Array, ...Float32Array[]];
  const attributes = attributeFit(snapshot.purchases.cells, attributeLifts);
  const { ofStyles, greatest } = attributes;
  const bounds = new Float64Array(starts.length);
  for (const cell of filled) {
    const typeLift = typeLifts[Math.trunc(cell / priceCount)] as number;
    const priceLift = priceLifts[cell % priceCount] as number;
    bounds[cell] = withoutAttributes(mostLogBuyers[cell] as number, typeLift, priceLift) + greatest;
  }
  best.reset(limit);
  let { least } = best;
  for (const cell of filled.toSorted((one, other) => (bounds[other] as number) - (bounds[one] as number))) {
    if ((bounds[cell] as number) < least) break;
    const typeLift = typeLifts[Math.trunc(cell / priceCount)] as number;
    const priceLift = priceLifts[cell % priceCount] as number;
    const lastGroup = starts[cell + 1] as number;
    for (let group = starts[cell] as number; group < lastGroup; group += 1) {
      const start = groupStarts[group] as number;
      const most = withoutAttributes(logBuyers[start] as number, typeLift, priceLift);
      if (most + greatest < least) continue;
      const style =
        ofStyles === null ? attributes.of(group, least - most) : (ofStyles[styles[group] as number] as number);
      const end = groupStarts[group + 1] as number;
      for (let index = start; index < end; index += 1) {
        const whole = withoutAttributes(logBuyers[index] as number, typeLift, priceLift) + style;
        if (whole < least) break;
        const item = items[index] as number;
        if (!best.wants(item, whole) || !isEligible(item)) continue;
        best.push(item, whole);
        ({ least } = best);
      }
    }
  }
  const { numbers, scores: fits } = best.drain();
  // Scores are relative to the greatest, because the exponentials of large sums exceed single precision.
  const [first = 0] = fits;
  return { numbers, scores: fits.map((fit) => Math.exp(fit - first)) };
}

function weigh(lifts: Float64Array): Float32Array {
  const weighed = new Float32Array(lifts.length);
  for (let code = 0; code < weighed.length; code += 1) weighed[code] = fitPower * (lifts[code] as number);
  return weighed;
}

function withoutAttributes(logBuyers: number, typeLift: number, priceLift: number): number {
  return popularityPower * logBuyers + typeLift + priceLift;
}

/** What the attributes of the items add to their fit. */
interface AttributeFit {
  /** By style. Null when there are many styles, of which most would not be needed. */
  readonly ofStyles: Float64Array | null;
  /** No item has more. */
  readonly greatest: number;
  /** By group of the cells. Ends early, with a value below any other, when the sum cannot reach `needed`. */
  readonly of: (group: number, needed: number) => number;
}

function attributeFit({ attributeCodes, styleExamples }: ItemCells, lifts: readonly Float32Array[]): AttributeFit {
  const count = lifts.length;
  const greatestLifts = lifts.map(greatestOf);
  /** By attribute: the most that the attributes after it can add. */
  const mostAfter = greatestLifts.map((_, attribute) => sumOf(greatestLifts.slice(attribute + 1)));
  const of = (group: number, needed: number) => {
    let sum = 0;
    for (let attribute = 0, at = group * count; attribute < count; attribute += 1, at += 1) {
      sum += (lifts[attribute] as Float32Array)[attributeCodes[at] as number] as number;
      if (sum + (mostAfter[attribute] as number) < needed - roundingError) return Number.NEGATIVE_INFINITY;
    }
    return sum;
  };
  if (styleExamples.length > mostStylesAtOnce) return { ofStyles: null, greatest: sumOf(greatestLifts), of };
  const ofStyles = new Float64Array(styleExamples.length);
  for (let style = 0; style < ofStyles.length; style += 1) {
    const group = styleExamples[style] as number;
    ofStyles[style] = group < 0 ? 0 : of(group, Number.NEGATIVE_INFINITY);
  }
  return { ofStyles, greatest: greatestOf(ofStyles), of };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function greatestOf(values: Float32Array | Float64Array): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) greatest = Math.max(greatest, values[index] as number);
  return greatest;
}
