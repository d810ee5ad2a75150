import { type CategoricalFeature, firstAttribute, typeFeature } from '../catalogue-columns.ts';
import { liftOf } from '../features/lift.ts';
import type { CategoryAffinity } from '../purchase-index/category-affinity.ts';
import type { RankingContext } from '../ranking-context.ts';
import type { RankingSnapshot } from '../ranking-snapshot.ts';
import { noNumbers, type ScoredNumbers, TopK } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';
import { ownItemsOf } from './similar-items.ts';

interface Fit extends Pick<CandidateSource, 'name' | 'weights'> {
  readonly expectedOf: (context: RankingContext) => readonly Float32Array[] | null;
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

/** Items whose type, price and attributes fit the anchors best, by what customers put into one basket. */
export const goesWithAnchors = fittingItems({
  name: 'matches',
  weights: { alone: 0, withAnchors: 1.6 },
  expectedOf: ({ expected }) => expected.afterAnchors,
  relatedItems: ({ anchors }) => anchors,
  pairsOf: ({ togetherPairs }) => togetherPairs,
});

/** Items whose type, price and attributes fit the customer's purchases best, by what customers bought later. */
export const taste = fittingItems({
  name: 'your_taste',
  weights: { alone: 0.9, withAnchors: 0.3 },
  expectedOf: ({ expected }) => expected.afterHistory,
  relatedItems: (context) => ownItemsOf(context).map(({ item }) => item),
  pairsOf: ({ nextPairs }) => nextPairs,
});

function fittingItems({ name, weights, expectedOf, relatedItems, pairsOf }: Fit): CandidateSource {
  return {
    name,
    weights,
    find: (context) => {
      const expected = expectedOf(context);
      return expected === null ? noNumbers : bestFitting(context, expected);
    },
    /** The item is more likely after the related items than in all purchases. This needs enough pairs of their types. */
    explain: (context, item) => {
      const { affinities } = context.snapshot.purchases;
      const { codes } = context.snapshot.catalogue.columns.categoricalFeatures[typeFeature] as CategoricalFeature;
      const types = new Set(relatedItems(context).map((related) => codes[related] as number));
      const pairs = pairsOf(affinities[typeFeature] as CategoryAffinity);
      let seen = 0;
      for (const type of types) seen += pairs[type] as number;
      if (seen < leastPairs) return null;
      const expected = expectedOf(context);
      let lift = 0;
      for (let index = 0; index < affinities.length; index += 1)
        lift += liftOf(context.snapshot, expected, index, item);
      return lift > 0 ? name : null;
    },
  };
}

/**
 * Cells are visited in descending order of the upper bound of their items. Popularity, type, price and attributes are added in one order.
 * A sum of floating-point numbers never falls when a summand grows, so a sum with the greatest lift of each attribute is an exact upper bound.
 */
function bestFitting({ snapshot, isEligible, limit }: SourceContext, expected: readonly Float32Array[]): ScoredNumbers {
  const { cells } = snapshot.purchases;
  const lifts = liftsOf(snapshot, expected);
  const attributeLifts = lifts.slice(firstAttribute);
  const attributeCount = attributeLifts.length;
  const greatestLifts = attributeLifts.map(greatestOf);
  const greatestLift = sumOf(greatestLifts);
  /** By attribute: the most that the attributes after it can add. */
  const mostAfter = greatestLifts.map((_, attribute) => sumOf(greatestLifts.slice(attribute + 1)));
  const [typeLifts, priceLifts] = lifts as [Float32Array, Float32Array];
  const { starts, items, attributeCodes, styles, styleExamples, logBuyers, priceCount } = cells;
  const withoutAttributes = (index: number, typeLift: number, priceLift: number) =>
    popularityPower * (logBuyers[index] as number) + typeLift + priceLift;
  const typeLiftOf = (cell: number) => typeLifts[Math.trunc(cell / priceCount)] as number;
  const priceLiftOf = (cell: number) => priceLifts[cell % priceCount] as number;
  /** Ends early, with a value below any other, when the sum cannot reach `needed`. */
  const attributeLiftOf = (index: number, needed: number) => {
    let lift = 0;
    for (let attribute = 0, at = index * attributeCount; attribute < attributeCount; attribute += 1, at += 1) {
      lift += (attributeLifts[attribute] as Float32Array)[attributeCodes[at] as number] as number;
      if (lift + (mostAfter[attribute] as number) < needed - roundingError) return Number.NEGATIVE_INFINITY;
    }
    return lift;
  };
  const isOfFewStyles = styleExamples.length <= mostStylesAtOnce;
  const styleLifts = new Float64Array(isOfFewStyles ? styleExamples.length : 0);
  for (let style = 0; style < styleLifts.length; style += 1) {
    const index = styleExamples[style] as number;
    styleLifts[style] = index < 0 ? 0 : attributeLiftOf(index, Number.NEGATIVE_INFINITY);
  }
  const bounds = new Float64Array(starts.length);
  for (const cell of cells.filled) {
    bounds[cell] = withoutAttributes(starts[cell] as number, typeLiftOf(cell), priceLiftOf(cell)) + greatestLift;
  }
  const best = new TopK(limit);
  let { least } = best;
  for (const cell of cells.filled.toSorted((one, other) => (bounds[other] as number) - (bounds[one] as number))) {
    if ((bounds[cell] as number) < least) break;
    const [typeLift, priceLift] = [typeLiftOf(cell), priceLiftOf(cell)];
    const end = starts[cell + 1] as number;
    for (let index = starts[cell] as number; index < end; index += 1) {
      const fit = withoutAttributes(index, typeLift, priceLift);
      if (fit + greatestLift < least) break;
      const whole =
        fit + (isOfFewStyles ? (styleLifts[styles[index] as number] as number) : attributeLiftOf(index, least - fit));
      if (whole < least) continue;
      const item = items[index] as number;
      if (!best.wants(item, whole) || !isEligible(item)) continue;
      best.push(item, whole);
      ({ least } = best);
    }
  }
  const { numbers, scores: fits } = best.drain();
  // Scores are relative to the greatest, because the exponentials of large sums exceed single precision.
  const [first = 0] = fits;
  return { numbers, scores: fits.map((fit) => Math.exp(fit - first)) };
}

function liftsOf({ purchases }: RankingSnapshot, expected: readonly Float32Array[]): Float32Array[] {
  return expected.map((probabilities, index) => {
    const { shares } = purchases.affinities[index] as CategoryAffinity;
    return probabilities.map((probability, code) => fitPower * Math.log(probability / (shares[code] as number)));
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function greatestOf(values: Float32Array): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) greatest = Math.max(greatest, values[index] as number);
  return greatest;
}
