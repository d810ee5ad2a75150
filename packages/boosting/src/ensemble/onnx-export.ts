import type { onnx as Onnx } from 'onnx-proto';
import onnxProto from 'onnx-proto';
import { leafTree, type RegressionTree, type TreeEnsemble } from './tree-ensemble.ts';

const { onnx } = onnxProto;
const { AttributeType } = onnx.AttributeProto;

/** The newest version that the schema supports, and opsets that every ONNX Runtime since 1.10 loads. */
const irVersion = 8;
const opsets = [
  { domain: '', version: 15 },
  { domain: 'ai.onnx.ml', version: 1 },
];

export interface OnnxModelDescription {
  readonly producerVersion: string;
  /** Stored in the model as `metadata_props`, in the order of its keys. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * The model as ONNX: input `features` float32 [rows, featureCount], output `scores` float32 [rows, 1], raw scores.
 * The same ensemble and description give the same bytes.
 */
export function exportOnnx(ensemble: TreeEnsemble, description: OnnxModelDescription): Uint8Array {
  const model: Onnx.IModelProto = {
    irVersion,
    opsetImport: opsets,
    producerName: 'callside',
    producerVersion: description.producerVersion,
    graph: {
      name: 'ranker',
      node: [treeEnsembleNode(ensemble)],
      input: [floatMatrix('features', ensemble.featureCount)],
      output: [floatMatrix('scores', 1)],
    },
    metadataProps: Object.entries(description.metadata).map(([key, value]) => ({ key, value })),
  };
  // A copy: what the encoder returns may be a view of Node's shared buffer pool.
  return new Uint8Array(onnx.ModelProto.encode(model).finish());
}

function floatMatrix(name: string, columns: number): Onnx.IValueInfoProto {
  const shape = { dim: [{ dimParam: 'rows' }, { dimValue: columns }] };
  return { name, type: { tensorType: { elemType: onnx.TensorProto.DataType.FLOAT, shape } } };
}

interface Node {
  readonly tree: RegressionTree;
  readonly treeId: number;
  readonly nodeId: number;
}

const isLeaf = ({ tree, nodeId }: Node) => tree.feature[nodeId] === -1;

function treeEnsembleNode(ensemble: TreeEnsemble): Onnx.INodeProto {
  // The runtime refuses an ensemble without trees.
  const trees = ensemble.trees.length === 0 ? [leafTree(0)] : ensemble.trees;
  const nodes = trees.flatMap((tree, treeId): Node[] =>
    Array.from(tree.feature, (_, nodeId) => ({ tree, treeId, nodeId })),
  );
  const leaves = nodes.filter(isLeaf);
  const ofSplit = (column: 'feature' | 'threshold' | 'left' | 'right') => (node: Node) =>
    isLeaf(node) ? 0 : (node.tree[column][node.nodeId] as number);
  return {
    opType: 'TreeEnsembleRegressor',
    domain: 'ai.onnx.ml',
    name: 'trees',
    input: ['features'],
    output: ['scores'],
    attribute: [
      strings('nodes_modes', nodes, (node) => (isLeaf(node) ? 'LEAF' : 'BRANCH_LEQ')),
      integers('nodes_treeids', nodes, ({ treeId }) => treeId),
      integers('nodes_nodeids', nodes, ({ nodeId }) => nodeId),
      integers('nodes_featureids', nodes, ofSplit('feature')),
      floats('nodes_values', nodes, ofSplit('threshold')),
      integers('nodes_truenodeids', nodes, ofSplit('left')),
      integers('nodes_falsenodeids', nodes, ofSplit('right')),
      // NaN goes right, as in the comparison with `<=`.
      integers('nodes_missing_value_tracks_true', nodes, () => 0),
      integers('target_treeids', leaves, ({ treeId }) => treeId),
      integers('target_nodeids', leaves, ({ nodeId }) => nodeId),
      integers('target_ids', leaves, () => 0),
      floats('target_weights', leaves, ({ tree, nodeId }) => tree.value[nodeId] as number),
      floats('base_values', [ensemble.baseScore], (value) => value),
      { name: 'n_targets', type: AttributeType.INT, i: 1 },
      { name: 'aggregate_function', type: AttributeType.STRING, s: utf8.encode('SUM') },
      { name: 'post_transform', type: AttributeType.STRING, s: utf8.encode('NONE') },
    ],
  };
}

const utf8 = new TextEncoder();

function integers<T>(name: string, of: readonly T[], value: (one: T) => number): Onnx.IAttributeProto {
  return { name, type: AttributeType.INTS, ints: of.map(value) };
}

function floats<T>(name: string, of: readonly T[], value: (one: T) => number): Onnx.IAttributeProto {
  return { name, type: AttributeType.FLOATS, floats: of.map(value) };
}

function strings<T>(name: string, of: readonly T[], value: (one: T) => string): Onnx.IAttributeProto {
  return { name, type: AttributeType.STRINGS, strings: of.map((one) => utf8.encode(value(one))) };
}
