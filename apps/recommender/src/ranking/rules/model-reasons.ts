import type { ScoreComparison, ScoredRows, TreeScorer } from '@callside/boosting/scorer';
import type { CandidateSet } from './candidate-set.ts';
import { partOfScore } from './candidates/generate-candidates.ts';
import { evenly } from './evenly.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import { featureNames } from './feature-registry.ts';
import { allSignals, signalOfFeature } from './features/signal-of-feature.ts';
import { firstReasons, rankIn } from './reasons.ts';
import { weightOf } from './signals/signal.ts';
import { signals } from './signals/signals.ts';

/** The scores of the offers are compared with those of so many candidates at even distances. All would take too long. */
const comparedCandidates = 12;
/** A contribution that is smaller than this share of the greatest one explains nothing. */
const leastShareOfGreatest = 0.1;

/** The group of the features that sum up the lists of all signals. The other groups are the numbers of the signals. */
const fusedGroup = signals.length;

/** The group of each feature, in the order of the registry; -1 for none. */
const groups = Int32Array.from(featureNames, (name) =>
  signalOfFeature[name] === allSignals
    ? fusedGroup
    : signals.findIndex((signal) => signal.name === signalOfFeature[name]),
);

/**
 * So many of the best have exact scores: a list has ten offers, and the last one may be drawn from the next twenty. On the demo shop, 999 of
 * 1,000 lists of ten are those of exact scores for all.
 */
const mostExact = 36;

/** `best`: only the best candidates need exact scores. An offer that a rule takes from further down has an estimate, and says so. */
export type ExactScores = 'all' | 'best';

/** The raw scores of candidates, and what the reasons for them are taken from. */
export function scoreCandidates(
  scorer: TreeScorer,
  { values, rowCount }: FeatureMatrix,
  exactScores: ExactScores,
): ScoredRows {
  const background = evenly(rowCount, comparedCandidates);
  return scorer.score(values, rowCount, exactScores === 'best' ? { background, mostExact } : { background });
}

/**
 * Why the model gave a candidate its score: the signals whose features raised the score most, compared with the mean of the
 * candidates, the strongest first. Only signals that listed the candidate and have evidence for it are named.
 */
export function modelReasonsOf(candidates: CandidateSet, row: number, comparison: ScoreComparison): string[] {
  const contributions = bySource(candidates, row, comparison.contributionsOf(groups, row));
  const least = leastShareOfGreatest * Math.max(0, ...contributions);
  const strongest = signals
    .map((signal, index) => ({ signal, index, contribution: contributions[index] as number }))
    .filter(({ contribution }) => contribution > 0 && contribution >= least)
    .filter(({ index }) => rankIn(index, candidates, row) !== 0)
    .sort((one, other) => other.contribution - one.contribution);
  return firstReasons(strongest, candidates, row);
}

/** Divides the contribution of the first-stage place among the signals, in proportion to their parts of the first-stage score. */
function bySource(candidates: CandidateSet, row: number, contributions: Float64Array): number[] {
  const fused = contributions[fusedGroup] ?? 0;
  const parts = signals.map((signal, index) => {
    const rank = rankIn(index, candidates, row);
    return rank === 0 ? 0 : partOfScore(weightOf(signal, candidates), rank);
  });
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, signal) => (contributions[signal] ?? 0) + (all === 0 ? 0 : (fused * part) / all));
}
