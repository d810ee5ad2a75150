import { type CategoricalFeature, firstAttribute, typeFeature } from '../catalogue-columns.ts';
import { liftOf } from '../features/lift.ts';
import type { CategoryAffinity } from '../purchase-index/category-affinity.ts';
import type { RankingContext } from '../ranking-context.ts';
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
    /** The item is likelier after the related items than in all purchases. This takes enough pairs of their types. */
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

function bestFitting({ snapshot, isEligible, limit }: SourceContext, expected: readonly Float32Array[]): ScoredNumbers {
  const { categoricalFeatures, styles, styleExamples } = snapshot.catalogue.columns;
  const { affinities, statistics } = snapshot.purchases;
  const lifts = expected.map((probabilities, index) => {
    const { shares } = affinities[index] as (typeof affinities)[number];
    return probabilities.map((probability, code) => fitPower * Math.log(probability / (shares[code] as number)));
  });
  // Items of a style have the same attributes: the lifts of these are summed once per style, column by column.
  const styleFits = new Float64Array(styleExamples.length);
  for (let index = firstAttribute; index < lifts.length; index += 1) {
    const { codes } = categoricalFeatures[index] as CategoricalFeature;
    const column = lifts[index] as Float32Array;
    for (let style = 0; style < styleFits.length; style += 1) {
      styleFits[style] =
        (styleFits[style] as number) + (column[codes[styleExamples[style] as number] as number] as number);
    }
  }
  const [typeLifts, priceLifts] = lifts as [Float32Array, Float32Array];
  const [{ codes: types }, { codes: prices }] = categoricalFeatures as readonly [
    CategoricalFeature,
    CategoricalFeature,
  ];
  const { logBuyers } = statistics;
  const best = new TopK(limit);
  for (let item = 0; item < styles.length; item += 1) {
    const fit =
      popularityPower * (logBuyers[item] as number) +
      (typeLifts[types[item] as number] as number) +
      (priceLifts[prices[item] as number] as number) +
      (styleFits[styles[item] as number] as number);
    if (best.wants(item, fit) && isEligible(item)) best.push(item, fit);
  }
  const { numbers, scores: fits } = best.drain();
  // Relative to the greatest: the exponentials of large sums exceed single precision.
  const [greatest = 0] = fits;
  return { numbers, scores: fits.map((fit) => Math.exp(fit - greatest)) };
}
