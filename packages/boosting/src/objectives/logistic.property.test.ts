import fc from 'fast-check';
import { createLogisticObjective } from './logistic.ts';

const step = 1e-2;
const row = fc.record({
  relevant: fc.boolean(),
  weight: fc.double({ min: 0, max: 5, noNaN: true }),
  // Exact in single precision, which the objective reads.
  score: fc.integer({ min: -400, max: 400 }).map((parts) => parts / 128),
});

const crossEntropy = (relevant: boolean, score: number) => Math.log1p(Math.exp(relevant ? -score : score));

describe('the logistic objective', () => {
  it('has the derivatives of the weighted cross entropy', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const objective = createLogisticObjective({
          labels: Float32Array.from(rows, ({ relevant }) => (relevant ? 1 : 0)),
          groups: Int32Array.of(0, rows.length),
          weights: Float32Array.from(rows, ({ weight }) => weight),
        });
        const gradients = new Float64Array(rows.length);
        const hessians = new Float64Array(rows.length);
        const scores = Float32Array.from(rows, ({ score }) => score);
        objective.differentiate(objective.queries, scores, gradients, hessians);
        for (const [at, { relevant, weight, score }] of rows.entries()) {
          const loss = (offset: number) => Math.fround(weight) * crossEntropy(relevant, score + offset);
          expect(gradients[at]).toBeCloseTo((loss(step) - loss(-step)) / (2 * step), 4);
          expect(hessians[at]).toBeCloseTo((loss(step) - 2 * loss(0) + loss(-step)) / step ** 2, 4);
        }
      }),
    );
  });

  it('starts from the constant score with the least loss', () => {
    const set = {
      features: new Float32Array(8),
      featureCount: 1,
      labels: Float32Array.of(1, 0, 0, 0, 2, 0, 0, 0),
      groups: Int32Array.of(0, 4, 8),
    };
    const objective = createLogisticObjective(set);
    expect(objective.baseScore).toBe(Math.fround(Math.log(2 / 6)));
    const gradients = new Float64Array(8);
    objective.differentiate(
      objective.queries,
      new Float32Array(8).fill(objective.baseScore),
      gradients,
      new Float64Array(8),
    );
    expect(gradients.reduce((sum, gradient) => sum + gradient, 0)).toBeCloseTo(0, 6);
  });

  it.each([0, 1])('starts from a finite score when every label is %d', (label) => {
    const set = {
      features: new Float32Array(2),
      featureCount: 1,
      labels: Float32Array.of(label, label),
      groups: Int32Array.of(0, 2),
    };
    expect(Number.isFinite(createLogisticObjective(set).baseScore)).toBe(true);
  });

  it('multiplies the derivatives of a query by its weight, and starts from the weighted share', () => {
    const set = { labels: Float32Array.of(1, 0, 0, 0), groups: Int32Array.of(0, 2, 4) };
    const objective = createLogisticObjective({ ...set, queryWeights: Float32Array.of(3, 1) });
    expect(objective.baseScore).toBe(Math.fround(Math.log(3 / 5)));
    const gradients = new Float64Array(4);
    objective.differentiate(objective.queries, new Float32Array(4), gradients, new Float64Array(4));
    expect([...gradients]).toEqual([-1.5, 1.5, 0.5, 0.5]);
  });
});
