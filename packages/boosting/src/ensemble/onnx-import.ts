import type { onnx as Onnx } from 'onnx-proto';
import { decodeOnnx } from './onnx-description.ts';
import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';

/**
 * The trees of a model that is a sum of trees as `exportOnnx` writes them. Throws a RangeError that says why others cannot be read: the trees
 * that it returns give the scores of the model.
 */
export function importOnnx(bytes: Uint8Array): TreeEnsemble {
  const graph = decodeOnnx(bytes).graph;
  const [node, ...others] = graph?.node ?? [];
  if (node?.opType !== 'TreeEnsembleRegressor' || others.length > 0) {
    throw new RangeError('the model is not a single ensemble of regression trees');
  }
  const attributes = new Map((node.attribute ?? []).map((attribute) => [attribute.name, attribute]));
  const floats = (name: string) => attributes.get(name)?.floats ?? [];
  const integers = (name: string) => (attributes.get(name)?.ints ?? []).map(toNumber);
  const [treeIds, features] = [integers('nodes_treeids'), integers('nodes_featureids')];
  const [left, right] = [integers('nodes_truenodeids'), integers('nodes_falsenodeids')];
  const thresholds = floats('nodes_values');
  const modes = (attributes.get('nodes_modes')?.strings ?? []).map((mode) => utf8.decode(mode));
  const branches = modes.map((mode) => mode === 'BRANCH_LEQ');
  const leafValueOf = leafValues(integers('target_treeids'), integers('target_nodeids'), floats('target_weights'));
  if ([features, left, right, thresholds, branches].some(({ length }) => length !== treeIds.length)) {
    throw new RangeError('the lists of nodes do not have the same length');
  }
  if (modes.some((mode) => mode !== 'BRANCH_LEQ' && mode !== 'LEAF')) {
    throw new RangeError('a node of a tree compares otherwise than by <=');
  }
  const text = (name: string, usual: string) => utf8.decode(attributes.get(name)?.s ?? utf8Bytes.encode(usual));
  if (text('aggregate_function', 'SUM') !== 'SUM' || text('post_transform', 'NONE') !== 'NONE') {
    throw new RangeError('the scores are not the sum of the trees');
  }
  const columns = columnsOf(graph);
  const targets = toNumber(attributes.get('n_targets')?.i ?? 1);
  if (targets > 1 || features.some((feature) => feature >= columns)) {
    throw new RangeError('the trees have several scores, or read features that the model does not have');
  }
  const trees: RegressionTree[] = [];
  for (let from = 0; from < treeIds.length; ) {
    const end = endOfTree(treeIds, from);
    const tree = {
      feature: Int32Array.from(features.slice(from, end), (feature, at) => (branches[from + at] ? feature : -1)),
      threshold: Float32Array.from(thresholds.slice(from, end)),
      left: Int32Array.from(left.slice(from, end)),
      right: Int32Array.from(right.slice(from, end)),
      value: Float32Array.from({ length: end - from }, (_, at) => leafValueOf(treeIds[from] as number, at)),
    };
    if (!tree.feature.every((_, split) => isInOrder(tree, split))) {
      throw new RangeError('a node of a tree does not come after its parent');
    }
    if (!hasOneParentEach(tree)) throw new RangeError('a node of a tree has not exactly one parent');
    trees.push(tree);
    from = end;
  }
  return { featureCount: columns, baseScore: floats('base_values')[0] ?? 0, trees };
}

const utf8 = new TextDecoder();
const utf8Bytes = new TextEncoder();

/** Whole numbers of 64 bits are decoded as objects. `Number()` converts such an object to text first, which is slow. */
function toNumber(value: number | { toNumber(): number }): number {
  return typeof value === 'number' ? value : value.toNumber();
}

function leafValues(treeIds: number[], nodeIds: number[], weights: number[]): (tree: number, node: number) => number {
  const values = new Map<number, Map<number, number>>();
  for (const [leaf, tree] of treeIds.entries()) {
    const ofTree = values.get(tree) ?? new Map<number, number>();
    values.set(tree, ofTree);
    ofTree.set(nodeIds[leaf] as number, weights[leaf] as number);
  }
  return (tree, node) => values.get(tree)?.get(node) ?? 0;
}

function endOfTree(treeIds: readonly number[], from: number): number {
  let end = from + 1;
  while (end < treeIds.length && treeIds[end] === treeIds[from]) end += 1;
  return end;
}

/** Whether the children of a node come after it. If so for all nodes, every path through the tree ends. */
function isInOrder({ feature, left, right }: RegressionTree, node: number): boolean {
  if (feature[node] === -1) return true;
  return [left, right].every(({ [node]: child = 0 }) => child > node && child < feature.length);
}

/** Whether all nodes but the first are the child of one node. If not, there can be far more paths than nodes. */
function hasOneParentEach({ feature, left, right }: RegressionTree): boolean {
  const parents = new Uint32Array(feature.length);
  for (let node = 0; node < feature.length; node += 1) {
    if (feature[node] === -1) continue;
    for (const { [node]: child = 0 } of [left, right]) parents[child] = (parents[child] as number) + 1;
  }
  return parents.every((count, node) => count === (node === 0 ? 0 : 1));
}

function columnsOf(graph: Onnx.IGraphProto | null | undefined): number {
  const columns = toNumber(graph?.input?.[0]?.type?.tensorType?.shape?.dim?.[1]?.dimValue ?? 0);
  if (Number.isInteger(columns) && columns > 0) return columns;
  throw new RangeError('the model does not say how many features it reads');
}
