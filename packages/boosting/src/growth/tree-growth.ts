import type { RegressionTree } from '../ensemble/tree-ensemble.ts';
import { findBestSplit, type Split, type SplitRules } from './best-split.ts';
import type { GrowthWorkspace } from './growth-workspace.ts';
import { fillHistogram, type SplitHistogram, subtractHistogram } from './split-histogram.ts';
import { TreeNodes } from './tree-nodes.ts';

export interface GrowthSettings extends SplitRules {
  /** Leaves at most. */
  readonly leaves: number;
  readonly learningRate: number;
}

/** Input of one tree. */
export interface TreeSample {
  /** Ascending. */
  readonly rows: Int32Array;
  /** The features that may split. */
  readonly features: Int32Array;
  /** First and second derivatives of the loss, by row of the whole training set. */
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

export interface GrownTree {
  readonly tree: RegressionTree;
  readonly splits: readonly Split[];
}

/** The rows of a node: from `start` to before `end` of the partition. */
interface NodeRows {
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

interface Leaf extends NodeRows {
  readonly histogram: SplitHistogram;
  readonly split: Split | null;
}

/** Grows a tree of Newton steps. It always splits the leaf with the greatest gain. */
export function growTree(workspace: GrowthWorkspace, settings: GrowthSettings, sample: TreeSample): GrownTree {
  const { binned, partition } = workspace;
  partition.rows.set(sample.rows);
  const nodes = new TreeNodes();
  const splits: Split[] = [];
  const leaves = [openRoot(workspace, settings, sample)];
  while (leaves.length < settings.leaves) {
    const at = mostGaining(leaves);
    const { node, start, end, histogram, split } = leaves[at] as Leaf;
    if (split === null) break;
    const middle = partition.split(start, end, workspace.column(split.feature), split.bin);
    const { left, right } = nodes.split(node, split.feature, binned.thresholds[split.feature]?.[split.bin] as number);
    splits.push(split);
    const children: [NodeRows, NodeRows] = [
      { node: left, start, end: middle },
      { node: right, start: middle, end },
    ];
    const isFull = leaves.length + 1 === settings.leaves;
    leaves.splice(
      at,
      1,
      ...(isFull
        ? children.map((child) => ({ ...child, histogram, split: null }))
        : openChildren(workspace, settings, sample, children, histogram, workspace.histogram(splits.length))),
    );
  }
  for (const leaf of leaves) nodes.setValue(leaf.node, newtonStep(partition.rows, leaf, sample, settings));
  return { tree: nodes.build(), splits };
}

function openRoot(workspace: GrowthWorkspace, settings: GrowthSettings, sample: TreeSample): Leaf {
  const root = { node: 0, start: 0, end: sample.rows.length };
  const histogram = workspace.histogram(0);
  fill(histogram, workspace, sample, root);
  return { ...root, histogram, split: findSplit(workspace, settings, sample, root, histogram) };
}

/** Sums only the smaller child. The larger child's histogram is the difference, computed in the parent's memory. */
function openChildren(
  workspace: GrowthWorkspace,
  settings: GrowthSettings,
  sample: TreeSample,
  children: readonly [NodeRows, NodeRows],
  parent: SplitHistogram,
  spare: SplitHistogram,
): [Leaf, Leaf] {
  const [left, right] = children;
  const leftIsSmaller = left.end - left.start <= right.end - right.start;
  const [smaller, larger] = leftIsSmaller ? [left, right] : [right, left];
  if (larger.end - larger.start >= 2 * settings.minRowsInLeaf) {
    fill(spare, workspace, sample, smaller);
    subtractHistogram(parent, spare);
  }
  const open = (child: NodeRows): Leaf => {
    const histogram = child === smaller ? spare : parent;
    return { ...child, histogram, split: findSplit(workspace, settings, sample, child, histogram) };
  };
  return [open(left), open(right)];
}

function fill(histogram: SplitHistogram, workspace: GrowthWorkspace, sample: TreeSample, { start, end }: NodeRows) {
  const { gradients, hessians, features } = sample;
  const leaf = workspace.gather(gradients, hessians, start, end);
  fillHistogram(histogram, workspace.binned, workspace.offsets, features, leaf);
}

function findSplit(
  { offsets }: GrowthWorkspace,
  rules: SplitRules,
  { features }: TreeSample,
  { start, end }: NodeRows,
  histogram: SplitHistogram,
): Split | null {
  if (end - start < 2 * rules.minRowsInLeaf) return null;
  return findBestSplit(histogram, offsets, features, rules);
}

function mostGaining(leaves: readonly Leaf[]): number {
  let best = 0;
  let bestGain = 0;
  for (const [at, { split }] of leaves.entries()) {
    if (split !== null && split.gain > bestGain) {
      best = at;
      bestGain = split.gain;
    }
  }
  return best;
}

/** Summed from the rows, because subtracted histograms have rounding errors. */
function newtonStep(
  rows: Int32Array,
  { start, end }: NodeRows,
  { gradients, hessians }: TreeSample,
  { l2, learningRate }: GrowthSettings,
): number {
  let gradient = 0;
  let hessian = l2;
  for (let at = start; at < end; at += 1) {
    gradient += gradients[rows[at] as number] as number;
    hessian += hessians[rows[at] as number] as number;
  }
  return hessian > 0 ? (-learningRate * gradient) / hessian : 0;
}
