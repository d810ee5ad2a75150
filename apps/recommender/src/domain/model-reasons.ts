import type { ScoreComparison, ScoreExplainer } from '@callside/boosting/explainer';
import { weightOf } from './candidate-generation/candidate-source.ts';
import { candidateSources, partOfScore } from './candidate-generation/generate-candidates.ts';
import type { CandidateSet } from './candidate-set.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import { featureNames } from './feature-registry.ts';
import { allSources, sourceOfFeature } from './features/source-of-feature.ts';
import { mostReasons } from './reasons.ts';

/** The scores of the offers are compared with those of so many candidates at even distances. All would take too long. */
const comparedCandidates = 12;
/** A contribution that is smaller than this share of the greatest one explains nothing. */
const leastShareOfGreatest = 0.1;

/** The group of the features that sum up the lists of all sources. The other groups are the numbers of the sources. */
const fusedGroup = candidateSources.length;

/** The group of each feature, in the order of the registry; -1 for none. */
const groups = Int32Array.from(featureNames, (name) =>
  sourceOfFeature[name] === allSources
    ? fusedGroup
    : candidateSources.findIndex((source) => source.name === sourceOfFeature[name]),
);

/** What the reasons of some candidates are taken from. It needs no scores, so it can be computed while the model scores. */
export function compareWithCandidates(explainer: ScoreExplainer, { values, rowCount }: FeatureMatrix): ScoreComparison {
  return explainer.compareWith(values, evenly(rowCount, comparedCandidates));
}

/**
 * Why the model gave these candidates their scores: the sources whose features raised a score most, compared with the mean of the
 * candidates, the strongest first. Only sources that listed the candidate and have evidence for it are named.
 */
export function modelReasonsOf(
  candidates: CandidateSet,
  comparison: ScoreComparison,
  rows: readonly number[],
): string[][] {
  return rows.map((row) =>
    reasonsFrom(candidates, row, bySource(candidates, row, comparison.contributionsOf(groups, row))),
  );
}

/** Divides the contribution of the first-stage place among the sources, in proportion to their parts of the first-stage score. */
function bySource(candidates: CandidateSet, row: number, contributions: Float64Array): Float64Array {
  const fused = contributions[fusedGroup] ?? 0;
  const parts = candidateSources.map((source, index) => {
    const rank = candidates.ranks[row * candidateSources.length + index] as number;
    return rank === 0 ? 0 : partOfScore(weightOf(source, candidates), rank);
  });
  const all = parts.reduce((sum, part) => sum + part, 0);
  return Float64Array.from(
    parts,
    (part, source) => (contributions[source] ?? 0) + (all === 0 ? 0 : (fused * part) / all),
  );
}

function reasonsFrom(candidates: CandidateSet, row: number, contributions: Float64Array): string[] {
  const least = leastShareOfGreatest * contributions.reduce((most, one) => Math.max(most, one), 0);
  const strongest = Array.from(contributions, (contribution, source) => ({ contribution, source }))
    .filter(({ contribution, source }) => contribution > 0 && contribution >= least && isListed(source))
    .sort((one, other) => other.contribution - one.contribution);
  const reasons: string[] = [];
  for (const { source } of strongest) {
    if (reasons.length === mostReasons) break;
    const reason = candidateSources[source]?.explain(candidates, candidates.items[row] as number) ?? null;
    if (reason !== null) reasons.push(reason);
  }
  return reasons;

  function isListed(source: number): boolean {
    return candidates.ranks[row * candidateSources.length + source] !== 0;
  }
}

function evenly(count: number, most: number): number[] {
  const picked = Math.min(count, most);
  return Array.from({ length: picked }, (_, index) => Math.floor((index * count) / picked));
}
