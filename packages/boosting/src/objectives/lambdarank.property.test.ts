import fc from 'fast-check';
import { createLambdarankObjective } from './lambdarank.ts';

const step = 1e-3;
const row = fc.record({
  label: fc.constantFrom(0, 0, 0, 1, 2),
  score: fc.integer({ min: -16, max: 16 }).map((eighths) => eighths / 8),
  weight: fc.constantFrom(1, 1, 0.5, 8),
});
const queries = fc.array(row, { minLength: 2, maxLength: 40 });

interface Row {
  label: number;
  score: number;
  weight?: number;
}

function setOf(rows: readonly Row[], relevant?: number) {
  return {
    labels: Float32Array.from(rows, ({ label }) => label),
    groups: Int32Array.of(0, rows.length),
    weights: Float32Array.from(rows, ({ weight }) => weight ?? 1),
    ...(relevant === undefined ? {} : { relevant: Int32Array.of(relevant) }),
  };
}

function differentiate(rows: readonly Row[], relevant?: number) {
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const scores = Float32Array.from(rows, ({ score }) => score);
  createLambdarankObjective(setOf(rows, relevant)).differentiate(Int32Array.of(0), scores, gradients, hessians);
  return { gradients, hessians };
}

/** Logistic losses of all pairs, with weights fixed at the current scores: the function that the gradients lower. */
function pairLoss(rows: readonly Row[]): (offsets: readonly number[]) => number {
  const gain = (at: number) => 2 ** (rows[at] as Row).label - 1;
  const score = (at: number) => (rows[at] as Row).score;
  const order = [...rows.keys()].sort((at, other) => score(other) - score(at) || at - other);
  const rank = new Map(order.map((at, position) => [at, position]));
  const discount = (at: number) => 1 / Math.log2(2 + (rank.get(at) as number));
  const best = [...rows.keys()].map(gain).sort((one, other) => other - one);
  const ideal = best.slice(0, 10).reduce((sum, value, at) => sum + value / Math.log2(2 + at), 0);
  const differ = new Set(rows.map((one) => one.score)).size > 1;
  const pairs = [...rows.keys()].flatMap((better) =>
    [...rows.keys()].flatMap((worse) => {
      if (gain(better) <= gain(worse)) return [];
      if (Math.min(rank.get(better) as number, rank.get(worse) as number) >= 20) return [];
      const exchange = ((gain(better) - gain(worse)) * Math.abs(discount(better) - discount(worse))) / ideal;
      const difference = score(better) - score(worse);
      const weightOf = (at: number) => (rows[at] as Row).weight ?? 1;
      const change = weightOf(better) * weightOf(worse) * exchange;
      return [{ better, worse, difference, weight: differ ? change / (0.01 + Math.abs(difference)) : change }];
    }),
  );
  const lambdas = pairs.reduce((sum, { difference, weight }) => sum + (2 * weight) / (1 + Math.exp(difference)), 0);
  const scale = lambdas > 0 ? Math.log2(1 + lambdas) / lambdas : 1;
  return (offsets) =>
    scale *
    pairs.reduce((sum, { better, worse, difference, weight }) => {
      const moved = difference + (offsets[better] as number) - (offsets[worse] as number);
      return sum + weight * Math.log1p(Math.exp(-moved));
    }, 0);
}

describe('the LambdaMART objective', () => {
  it('has the derivatives of the weighted losses of its pairs', () => {
    fc.assert(
      fc.property(queries, (rows) => {
        const { gradients, hessians } = differentiate(rows);
        const loss = pairLoss(rows);
        const at = loss(rows.map(() => 0));
        for (const index of rows.keys()) {
          const moved = (by: number) => loss(rows.map((_, other) => (other === index ? by : 0)));
          expect(gradients[index]).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 4);
          expect(hessians[index]).toBeCloseTo((moved(step) - 2 * at + moved(-step)) / step ** 2, 3);
        }
      }),
    );
  });

  it('gives a query smaller gradients when more of its relevant items have no row', () => {
    const rows = [
      { label: 0, score: 1 },
      { label: 1, score: 0 },
    ];
    const alone = differentiate(rows, 1).gradients[1] as number;
    const oneOfFour = differentiate(rows, 4).gradients[1] as number;
    expect(alone).toBeLessThan(oneOfFour);
    expect(oneOfFour).toBeLessThan(0);
  });

  it('ignores pairs beyond the first 20', () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ label: at === 25 ? 1 : 0, score: -at }));
    const { gradients } = differentiate(rows);
    const inPairs = [...gradients.keys()].filter((at) => gradients[at] !== 0);
    expect(inPairs).toEqual([...Array(20).keys(), 25]);
  });

  it('counts a row of weight 8 like eight rows at its rank', () => {
    const gradientsOf = (weight: number) =>
      differentiate([
        { label: 0, score: 1, weight },
        { label: 1, score: 0 },
      ]).gradients;
    const [light, heavy] = [gradientsOf(1), gradientsOf(8)];
    // The sum of the absolute gradients goes through a logarithm: log2(1 + 8 x) in place of log2(1 + x).
    const sum = 2 ** (2 * (light[0] as number)) - 1;
    expect(heavy[0]).toBeCloseTo(Math.log2(1 + 8 * sum) / 2, 9);
    expect(heavy[1]).toBeCloseTo(-(heavy[0] as number), 12);
  });

  it('skips queries whose rows all have the same label', () => {
    const set = {
      labels: Float32Array.of(0, 0, 0, 1, 1, 1),
      groups: Int32Array.of(0, 2, 4, 4, 6),
    };
    expect([...createLambdarankObjective(set).queries]).toEqual([1]);
  });
});

it('multiplies the derivatives of a query by its weight', () => {
  fc.assert(
    fc.property(queries, fc.constantFrom(0, 0.5, 3), (rows, weight) => {
      const scores = Float32Array.from(rows, ({ score }) => score);
      const derivativesOf = (set: ReturnType<typeof setOf> & { queryWeights?: Float32Array }) => {
        const [gradients, hessians] = [new Float64Array(rows.length), new Float64Array(rows.length)];
        createLambdarankObjective(set).differentiate(Int32Array.of(0), scores, gradients, hessians);
        return [...gradients, ...hessians];
      };
      const plain = derivativesOf(setOf(rows));
      const weighted = derivativesOf({ ...setOf(rows), queryWeights: Float32Array.of(weight) });
      for (const [at, value] of weighted.entries()) expect(value).toBeCloseTo(weight * (plain[at] as number), 9);
    }),
  );
});
