import { type Calibration, lineFor, logOddsOf, probabilityOf } from './calibration.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import { featureNames } from './feature-registry.ts';
import { noDifference } from './features/feature.ts';

/** What the acceptance of an offer depends on besides its ranking score, with bounds, so that no rare value decides. */
const acceptanceFeatures = [
  { name: 'own_times', least: 0, most: 1 },
  { name: 'buyers_share', least: 0, most: 7 },
  { name: 'price_above_history', least: -2, most: 2 },
  { name: 'anchor_price_above', least: -2, most: 2 },
  { name: 'anchor_same_type', least: 0, most: 1 },
].map((feature) => ({ ...feature, index: featureNames.indexOf(feature.name) }));

export const acceptanceFeatureNames: readonly string[] = acceptanceFeatures.map(({ name }) => name);

const anchorCount = featureNames.indexOf('anchors');

/** Learnt from offers that callers heard: whether they bought them. */
export interface Acceptance {
  /** By feature: what it adds to the log-odds of the ranking. */
  readonly weights: Readonly<Record<string, number>>;
  /** From these log-odds to those of being accepted. Not below 0. */
  readonly slope: number;
  readonly intercept: number;
}

/** What the acceptance features of a row are. */
export function acceptanceValues({ values }: Pick<FeatureMatrix, 'values'>, row: number): number[] {
  return acceptanceFeatures.map(({ index, least, most }) => {
    const value = values[row * featureNames.length + index] as number;
    return value === noDifference ? 0 : Math.min(most, Math.max(least, value));
  });
}

/** Log-odds of the ranking with what the acceptance features add; `values` and `weights` as `acceptanceFeatureNames`. */
export function correctedLogOdds(logOdds: number, values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, feature) => sum + value * (weights[feature] as number), logOdds);
}

/** The raw scores of a model as log-odds of a purchase, corrected by what callers accepted. */
export function logOddsOfScores(
  scores: Float32Array,
  features: FeatureMatrix,
  { calibration, acceptance }: { calibration: Calibration | null; acceptance: Acceptance | null },
): Float32Array {
  const line = lineFor(calibration, features.values[anchorCount] ?? 0);
  const weights = acceptanceWeights(acceptance);
  const isCorrected = weights.some((weight) => weight !== 0);
  return scores.map((score, row) => {
    const logOdds = logOddsOf(line, score);
    if (!isCorrected) return logOdds;
    return correctedLogOdds(logOdds, acceptanceValues(features, row), weights);
  });
}

/** As `acceptanceFeatureNames`; 0 without an acceptance. */
export function acceptanceWeights(acceptance: Acceptance | null): number[] {
  return acceptanceFeatureNames.map((name) => acceptance?.weights[name] ?? 0);
}

/** The probability that an offer with these log-odds is accepted by a caller who hears it. */
export function acceptedProbability({ slope, intercept }: Acceptance, logOdds: number): number {
  return probabilityOf(intercept + slope * logOdds);
}
