import fc from 'fast-check';
import { ensembleArbitrary } from '../../test/support/ensembles.ts';
import { exportOnnx } from './onnx-export.ts';
import { importOnnx } from './onnx-import.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';

const description = { producerVersion: '1', metadata: {} };

it('an import returns the trees that were exported', () => {
  fc.assert(
    fc.property(
      ensembleArbitrary.filter(({ trees }) => trees.length > 0),
      (ensemble: TreeEnsemble) => {
        const read = importOnnx(exportOnnx(ensemble, description));
        expect(read).toEqual({ ...ensemble, baseScore: Math.fround(ensemble.baseScore) });
      },
    ),
  );
});

it('an ensemble without trees is read as one tree that adds nothing', () => {
  const read = importOnnx(exportOnnx({ featureCount: 2, baseScore: 1.5, trees: [] }, description));
  expect(read).toMatchObject({ featureCount: 2, baseScore: 1.5, trees: [{ feature: Int32Array.of(-1) }] });
});

it('bytes that are not an exported model are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => importOnnx(bytes)).toThrow(RangeError);
    }),
  );
});

it.each([
  ['BRANCH_LEQ', 'BRANCH_GTE', 'a node of a tree compares otherwise than by <='],
  ['NONE', 'LOGI', 'the scores are not the sum of the trees'],
  ['SUM', 'MAX', 'the scores are not the sum of the trees'],
])('a model with %s replaced by %s is refused', (written, other, reason) => {
  const split = {
    feature: Int32Array.of(0, -1, -1),
    threshold: Float32Array.of(0.5, 0, 0),
    left: Int32Array.of(1, 0, 0),
    right: Int32Array.of(2, 0, 0),
    value: Float32Array.of(0, 1, 2),
  };
  const bytes = exportOnnx({ featureCount: 1, baseScore: 0, trees: [split] }, description);
  const changed = Buffer.from(bytes).toString('latin1').replaceAll(written, other);
  expect(() => importOnnx(Buffer.from(changed, 'latin1'))).toThrow(reason);
});

it('a tree whose nodes share a child is refused, because it has more paths than nodes', () => {
  const nodes = 30;
  const chain = Int32Array.from({ length: nodes }, (_, node) => Math.min(node + 1, nodes - 1));
  const tree = {
    feature: Int32Array.from(chain, (_, node) => (node === nodes - 1 ? -1 : 0)),
    threshold: new Float32Array(nodes),
    left: chain,
    right: chain,
    value: new Float32Array(nodes),
  };
  const bytes = exportOnnx({ featureCount: 1, baseScore: 0, trees: [tree] }, description);
  expect(() => importOnnx(bytes)).toThrow('a node of a tree has not exactly one parent');
});
