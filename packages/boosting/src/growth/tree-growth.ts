import type { RegressionTree } from '../ensemble/tree-ensemble.ts';
import { findBestSplit, type Split, type SplitRules } from './best-split.ts';
import type { GrowthWorkspace } from './growth-workspace.ts';
import type { PackedDerivatives } from './packed-derivatives.ts';
import { fillHistogram, type SplitHistogram, subtractHistogram } from './split-histogram.ts';
import { TreeNodes } from './tree-nodes.ts';

export interface GrowthSettings extends SplitRules {
  /** The maximum number of leaves. */
  readonly leaves: number;
  readonly learningRate: number;
}

/** Input of one tree. */
export interface TreeSample {
  /** Ascending. */
  readonly rows: Int32Array;
  /** All other rows, ascending. The tree does not learn from them, but they get their leaves too. */
  readonly others: Int32Array;
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

/** The rows of a node: from `start` to before `end` of the partition, and the same of the other rows. */
interface NodeRows {
  readonly node: number;
  readonly start: number;
  readonly end: number;
  readonly othersStart: number;
  readonly othersEnd: number;
}

interface Leaf extends NodeRows {
  readonly histogram: SplitHistogram;
  readonly split: Split | null;
}

/** What all leaves of one tree share. */
interface Growth {
  readonly workspace: GrowthWorkspace;
  readonly settings: GrowthSettings;
  readonly sample: TreeSample;
  readonly derivatives: PackedDerivatives;
}

/** Grows a tree of Newton steps and adds its values to the scores of all rows. It always splits the leaf with the greatest gain. */
export function growTree(
  workspace: GrowthWorkspace,
  settings: GrowthSettings,
  sample: TreeSample,
  scores: Float32Array,
): GrownTree {
  const { partition, others } = workspace;
  partition.rows.set(sample.rows);
  others.rows.set(sample.others);
  const derivatives = workspace.pack(sample.rows, sample.gradients, sample.hessians);
  const growth: Growth = { workspace, settings, sample, derivatives };
  const nodes = new TreeNodes();
  const splits: Split[] = [];
  const leaves = [openRoot(growth)];
  while (leaves.length < settings.leaves) {
    const at = mostGaining(leaves);
    const leaf = leaves[at] as Leaf;
    const { split, histogram } = leaf;
    if (split === null) break;
    const children = splitRows(workspace, nodes, leaf, split);
    splits.push(split);
    const isFull = leaves.length + 1 === settings.leaves;
    const childLeaves = isFull
      ? children.map((child) => ({ ...child, histogram, split: null }))
      : openChildren(growth, children, histogram, workspace.histogram(splits.length));
    leaves.splice(at, 1, ...childLeaves);
  }
  for (const leaf of leaves) {
    const value = Math.fround(newtonStep(partition.rows, leaf, sample, settings));
    nodes.setValue(leaf.node, value);
    addValue(scores, partition.rows, leaf.start, leaf.end, value);
    addValue(scores, others.rows, leaf.othersStart, leaf.othersEnd, value);
  }
  return { tree: nodes.build(), splits };
}

/** Splits a leaf of the tree and its rows. */
function splitRows(
  workspace: GrowthWorkspace,
  nodes: TreeNodes,
  leaf: NodeRows,
  { feature, bin }: Split,
): [NodeRows, NodeRows] {
  const { binned, partition, others } = workspace;
  const { start, end, othersStart, othersEnd } = leaf;
  const column = workspace.column(feature);
  const middle = partition.split(start, end, column, bin);
  const othersMiddle = others.split(othersStart, othersEnd, column, bin);
  const { left, right } = nodes.split(leaf.node, feature, binned.thresholds[feature]?.[bin] as number);
  return [
    { node: left, start, end: middle, othersStart, othersEnd: othersMiddle },
    { node: right, start: middle, end, othersStart: othersMiddle, othersEnd },
  ];
}

function addValue(scores: Float32Array, rows: Int32Array, start: number, end: number, value: number): void {
  for (let at = start; at < end; at += 1) {
    const row = rows[at] as number;
    scores[row] = (scores[row] as number) + value;
  }
}

function openRoot(growth: Growth): Leaf {
  const { rows, others } = growth.sample;
  const root = { node: 0, start: 0, end: rows.length, othersStart: 0, othersEnd: others.length };
  const histogram = growth.workspace.histogram(0);
  fill(histogram, growth, root);
  return { ...root, histogram, split: findSplit(growth, root, histogram) };
}

/** Sums only the smaller child. The larger child's histogram is the difference, computed in the parent's memory. */
function openChildren(
  growth: Growth,
  children: readonly [NodeRows, NodeRows],
  parent: SplitHistogram,
  spare: SplitHistogram,
): [Leaf, Leaf] {
  const [left, right] = children;
  const leftIsSmaller = left.end - left.start <= right.end - right.start;
  const [smaller, larger] = leftIsSmaller ? [left, right] : [right, left];
  if (larger.end - larger.start >= 2 * growth.settings.minRowsInLeaf) {
    fill(spare, growth, smaller);
    subtractHistogram(parent, spare, growth.workspace.offsets, growth.sample.features);
  }
  const open = (child: NodeRows): Leaf => {
    const histogram = child === smaller ? spare : parent;
    return { ...child, histogram, split: findSplit(growth, child, histogram) };
  };
  return [open(left), open(right)];
}

function fill(histogram: SplitHistogram, { workspace, sample }: Growth, { start, end }: NodeRows): void {
  const leaf = workspace.gather(start, end);
  fillHistogram(histogram, workspace.binned, workspace.offsets, sample.features, leaf);
}

function findSplit(
  { workspace, settings, sample, derivatives }: Growth,
  { start, end }: NodeRows,
  sums: SplitHistogram,
): Split | null {
  if (end - start < 2 * settings.minRowsInLeaf) return null;
  const countRows = (feature: number) => workspace.countRows(feature, start, end);
  const leaf = { sums, offsets: workspace.offsets, units: derivatives, rowCount: end - start, countRows };
  return findBestSplit(leaf, sample.features, settings);
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

/** Summed from the rows, because packed derivatives are rounded. */
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
