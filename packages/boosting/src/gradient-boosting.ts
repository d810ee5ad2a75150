import { type BinnedFeatures, binFeatures } from './binning/binned-features.ts';
import type { BoostingSettings } from './boosting-settings.ts';
import type { TreeEnsemble } from './ensemble/tree-ensemble.ts';
import { GrowthWorkspace } from './growth/growth-workspace.ts';
import { type GrownTree, growTree } from './growth/tree-growth.ts';
import { createLambdarankObjective } from './objectives/lambdarank.ts';
import { createLogisticObjective } from './objectives/logistic.ts';
import { createRandom, sampleShare } from './sampling.ts';
import type { LabelledQueries, TrainingSet } from './training-set.ts';

export interface BoostingResult {
  readonly ensemble: TreeEnsemble;
  /** Share of the gain by feature; sums to 1, or is all 0 without splits. */
  readonly importance: Float64Array;
}

const objectives = { lambdarank: createLambdarankObjective, logistic: createLogisticObjective };

/** A training set whose features are binned. */
export interface BinnedSet extends LabelledQueries {
  readonly binned: BinnedFeatures;
}

/** Called after each round, from 1. */
export type OnRound = (round: number) => void;

/** Trains on one thread. The same set and settings give exactly the same ensemble. Throws a RangeError when a feature is not finite. */
export function trainGradientBoostedTrees(train: TrainingSet, settings: BoostingSettings): BoostingResult {
  return boostBinned(binTrainingSet(train, settings), settings);
}

/** Throws a RangeError when a feature is not finite. */
export function binTrainingSet(train: TrainingSet, settings: BoostingSettings): BinnedSet {
  const { features, featureCount, ...labelled } = train;
  return { ...labelled, binned: binFeatures(features, train.labels.length, featureCount, settings.maxBins) };
}

/** The same on binned features. */
export function boostBinned(train: BinnedSet, settings: BoostingSettings, onRound?: OnRound): BoostingResult {
  const { binned, groups } = train;
  const { rowCount, featureCount } = binned;
  const workspace = new GrowthWorkspace(binned);
  const objective = objectives[settings.objective](train);
  const random = createRandom(settings.seed);
  const features = featuresWithSplits(binned);
  const scores = new Float32Array(rowCount).fill(objective.baseScore);
  const gradients = new Float64Array(rowCount);
  const hessians = new Float64Array(rowCount);

  const grown: GrownTree[] = [];
  while (grown.length < settings.trees) {
    const queries = sampleShare(objective.queries, settings.queryFraction, random);
    const usable = sampleShare(features, settings.featureFraction, random);
    objective.differentiate(queries, scores, gradients, hessians);
    const sample = { ...splitRows(queries, groups), features: usable, gradients, hessians };
    const next = growTree(workspace, settings, sample, scores);
    const sawAll = queries.length === objective.queries.length && usable.length === features.length;
    // No further round would find a split.
    if (next.splits.length === 0 && sawAll) break;
    grown.push(next);
    onRound?.(grown.length);
  }
  return {
    ensemble: { featureCount, baseScore: objective.baseScore, trees: grown.map(({ tree }) => tree) },
    importance: shareOfGain(grown, featureCount),
  };
}

function featuresWithSplits({ thresholds }: BinnedFeatures): Int32Array {
  return Int32Array.from(thresholds.keys()).filter((feature) => thresholds[feature]?.length !== 0);
}

/** The rows of these queries, and all other rows; both ascending. */
function splitRows(queries: Int32Array, groups: Int32Array): { rows: Int32Array; others: Int32Array } {
  const rowCount = groups[groups.length - 1] as number;
  let count = 0;
  for (const query of queries) count += (groups[query + 1] as number) - (groups[query] as number);
  const rows = new Int32Array(count);
  const others = new Int32Array(rowCount - count);
  let taken = 0;
  let left = 0;
  let row = 0;
  for (const query of queries) {
    for (const start = groups[query] as number; row < start; row += 1) others[left++] = row;
    for (const end = groups[query + 1] as number; row < end; row += 1) rows[taken++] = row;
  }
  for (; row < rowCount; row += 1) others[left++] = row;
  return { rows, others };
}

function shareOfGain(trees: readonly GrownTree[], featureCount: number): Float64Array {
  const gains = new Float64Array(featureCount);
  for (const { feature, gain } of trees.flatMap(({ splits }) => splits)) {
    gains[feature] = (gains[feature] as number) + gain;
  }
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  return total > 0 ? gains.map((gain) => gain / total) : gains;
}
