import fc from 'fast-check';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { exportOnnx } from './onnx-export.ts';
import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';
import { scoreRows } from './tree-scorer.ts';

const featureCount = 4;
const float32 = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });

/** Every threshold is also drawn as a feature value, so that rows lie exactly on the thresholds. */
const thresholds = fc.array(float32, { minLength: 3, maxLength: 6 });

const description = { producerVersion: '1.0.0', metadata: {} };

type Shape = { leaf: number } | { feature: number; at: number; left: Shape; right: Shape };

const shape = fc.letrec<{ node: Shape; leaf: Shape; split: Shape }>((tie) => ({
  node: fc.oneof({ maxDepth: 5, depthIdentifier: 'tree' }, tie('leaf'), tie('split')),
  leaf: fc.record({ leaf: fc.float({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1 }) }),
  split: fc.record({
    feature: fc.nat(featureCount - 1),
    at: fc.nat(5),
    left: tie('node'),
    right: tie('node'),
  }),
})).node;

function flatten(root: Shape, values: readonly number[]): RegressionTree {
  const nodes: { feature: number; threshold: number; left: number; right: number; value: number }[] = [];
  const add = (at: Shape): number => {
    const index = nodes.length;
    const node = { feature: -1, threshold: 0, left: 0, right: 0, value: 0 };
    nodes.push(node);
    if ('leaf' in at) {
      node.value = at.leaf;
      return index;
    }
    node.feature = at.feature;
    node.threshold = values[at.at % values.length] as number;
    node.left = add(at.left);
    node.right = add(at.right);
    return index;
  };
  add(root);
  return {
    feature: Int32Array.from(nodes, ({ feature }) => feature),
    threshold: Float32Array.from(nodes, ({ threshold }) => threshold),
    left: Int32Array.from(nodes, ({ left }) => left),
    right: Int32Array.from(nodes, ({ right }) => right),
    value: Float32Array.from(nodes, ({ value }) => value),
  };
}

async function scoreByRuntime(ensemble: TreeEnsemble, features: Float32Array, rowCount: number): Promise<Float32Array> {
  const session = await InferenceSession.create(exportOnnx(ensemble, description), { intraOpNumThreads: 1 });
  const input = new Tensor('float32', features, [rowCount, features.length / rowCount]);
  const { scores } = await session.run({ features: input });
  await session.release();
  expect(scores?.dims).toEqual([rowCount, 1]);
  return scores?.data as Float32Array;
}

function expectAgreement(actual: Float32Array, expected: Float32Array) {
  expect(actual).toHaveLength(expected.length);
  const furthest = expected.reduce((most, score, row) => Math.max(most, Math.abs(score - (actual[row] as number))), 0);
  expect(furthest).toBeLessThan(1e-4);
}

describe('an exported ensemble', () => {
  it('scores the same in ONNX Runtime as in training, also on rows that lie on a threshold', async () => {
    await fc.assert(
      fc.asyncProperty(
        thresholds.chain((values) =>
          fc.record({
            values: fc.constant(values),
            shapes: fc.array(shape, { maxLength: 8 }),
            baseScore: float32,
            rows: fc.array(
              fc.array(fc.oneof(fc.constantFrom(...values), float32), {
                minLength: featureCount,
                maxLength: featureCount,
              }),
              { minLength: 1, maxLength: 60 },
            ),
          }),
        ),
        async ({ values, shapes, baseScore, rows }) => {
          const ensemble = { featureCount, baseScore, trees: shapes.map((root) => flatten(root, values)) };
          const features = Float32Array.from(rows.flat());
          expectAgreement(
            await scoreByRuntime(ensemble, features, rows.length),
            scoreRows(ensemble, features, rows.length),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('sends a value equal to the threshold left and the next larger one right', async () => {
    const threshold = Math.fround(0.1);
    const next = Math.fround(threshold + 2 ** -27);
    const tree = flatten({ feature: 1, at: 0, left: { leaf: -1 }, right: { leaf: 1 } }, [threshold]);
    const ensemble = { featureCount: 2, baseScore: 0, trees: [tree] };
    const features = Float32Array.of(9, threshold, 9, next);
    expect(next).toBeGreaterThan(threshold);
    expect([...scoreRows(ensemble, features, 2)]).toEqual([-1, 1]);
    expect([...(await scoreByRuntime(ensemble, features, 2))]).toEqual([-1, 1]);
  });

  it('returns the base score when it has no trees', async () => {
    const ensemble = { featureCount: 3, baseScore: 0.5, trees: [] };
    expect([...(await scoreByRuntime(ensemble, new Float32Array(6), 2))]).toEqual([0.5, 0.5]);
  });
});
