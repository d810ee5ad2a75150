import { signals } from '../signals/signals.ts';
import { candidateFeatures } from './candidate-features.ts';
import { customerFeatures } from './customer-features.ts';

/** The feature sums up the lists of all signals. */
export const allSignals = 'all signals';

const ofNone = [...candidateFeatures.features, ...customerFeatures.features].map(({ name }) => [name, null]);
const ofSignals = signals.flatMap(({ name, features }) =>
  [`${name}_place`, `${name}_score`, ...(features?.features ?? []).map((feature) => feature.name)].map((feature) => [
    feature,
    name,
  ]),
);

/**
 * The signal that each feature describes: when the feature raises a score, the signal gives the reason. Null: the feature describes
 * the customer, or something that no reason covers.
 */
export const signalOfFeature: Readonly<Record<string, string | null>> = Object.fromEntries([
  ...ofNone,
  ...ofSignals,
  ['pre_rank_place', allSignals],
  ['pre_rank_score', allSignals],
]);
