import { bestOf, noNumbers } from '../score-board.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';

/** How much the popularity of a product counts beside its fit. */
const popularityPower = 0.4;
/** Agreement in each property counts as if it were this independent of the others. */
const fitPower = 0.6;

/** Whatever fits the anchors best in type, price and attributes, by what others put into one basket. */
export const goesWithAnchors: CandidateSource = {
  name: 'matches',
  weights: { alone: 0, withAnchors: 1.6 },
  find: (context) => fitting(context, context.expected.afterAnchors),
};

/** Whatever fits the customer's purchases best in type, price and attributes, by what others bought later. */
export const taste: CandidateSource = {
  name: 'your_taste',
  weights: { alone: 0.9, withAnchors: 0.3 },
  find: (context) => fitting(context, context.expected.afterHistory),
};

function fitting({ snapshot, items, isEligible, limit }: SourceContext, expected: readonly Float32Array[] | null) {
  if (expected === null) return noNumbers;
  const { descriptors } = snapshot.catalogue.columns;
  const { affinities, statistics } = snapshot.purchases;
  const lifts = expected.map((probabilities, index) => {
    const { shares } = affinities[index] as (typeof affinities)[number];
    return probabilities.map((probability, code) => fitPower * Math.log(probability / (shares[code] as number)));
  });
  for (let item = 0; item < statistics.buyers.length; item += 1) {
    const buyers = statistics.buyers[item] as number;
    // What nobody bought fits nobody in particular.
    if (buyers === 0) continue;
    let fit = popularityPower * (statistics.logBuyers[item] as number);
    for (let index = 0; index < lifts.length; index += 1) {
      fit += lifts[index]?.[descriptors[index]?.codes[item] as number] as number;
    }
    items.add(item, Math.exp(fit));
  }
  const best = bestOf(items, limit, isEligible);
  items.clear();
  return best;
}
