import { type CategoricalFeature, firstAttribute } from '../catalogue-columns.ts';
import { noNumbers, type ScoredNumbers, TopK } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';

/** Exponent of an item's popularity, which multiplies its fit. */
const popularityPower = 0.4;
/** Exponent of the lift of each property. Below 1, because the properties are not independent. */
const fitPower = 0.6;

/** Items whose type, price and attributes fit the anchors best, by what customers put into one basket. */
export const goesWithAnchors: CandidateSource = {
  name: 'matches',
  weights: { alone: 0, withAnchors: 1.6 },
  find: (context) => fitting(context, context.expected.afterAnchors),
};

/** Items whose type, price and attributes fit the customer's purchases best, by what customers bought later. */
export const taste: CandidateSource = {
  name: 'your_taste',
  weights: { alone: 0.9, withAnchors: 0.3 },
  find: (context) => fitting(context, context.expected.afterHistory),
};

function fitting(
  { snapshot, isEligible, limit }: SourceContext,
  expected: readonly Float32Array[] | null,
): ScoredNumbers {
  if (expected === null) return noNumbers;
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
