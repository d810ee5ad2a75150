/** Observations of a logistic regression. */
export interface Observations {
  /** One for each coefficient, each with a value for each observation. */
  readonly columns: readonly ArrayLike<number>[];
  /** 1 where it happened. */
  readonly outcomes: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** Log-odds that are known already. */
  readonly offsets?: ArrayLike<number>;
}

const mostSteps = 50;
const precision = 1e-8;
/** No coefficient changes by more in one step: with a perfect separation the steps would grow without end. */
const longestStep = 2;

/**
 * The coefficients with the least cross entropy, by Newton's method. `penalties`: the weight of the square of each coefficient, above 0,
 * so that there always is one solution; a small one hardly changes it.
 */
export function fitLogistic(observations: Observations, penalties: readonly number[]): number[] {
  const { columns, outcomes, weights, offsets } = observations;
  const size = columns.length;
  const coefficients = new Float64Array(size);
  const values = new Float64Array(size);
  for (let step = 0; step < mostSteps; step += 1) {
    const gradient = coefficients.map((value, at) => -(penalties[at] as number) * value);
    const curvature = penalties.map((penalty, at) => new Float64Array(size).fill(penalty, at, at + 1));
    for (let row = 0; row < outcomes.length; row += 1) {
      let logOdds = offsets?.[row] ?? 0;
      for (let at = 0; at < size; at += 1) {
        const value = columns[at]?.[row] as number;
        values[at] = value;
        logOdds += (coefficients[at] as number) * value;
      }
      const expected = 1 / (1 + Math.exp(-logOdds));
      const weight = weights[row] as number;
      const slope = weight * ((outcomes[row] as number) - expected);
      const bend = weight * expected * (1 - expected);
      for (let at = 0; at < size; at += 1) {
        const value = values[at] as number;
        gradient[at] = (gradient[at] as number) + slope * value;
        const line = curvature[at] as Float64Array;
        for (let other = 0; other < size; other += 1) {
          line[other] = (line[other] as number) + bend * value * (values[other] as number);
        }
      }
    }
    const change = solve(curvature, gradient);
    const largest = Math.max(...change.map(Math.abs));
    const scale = Math.min(1, longestStep / largest);
    for (let at = 0; at < size; at += 1) {
      coefficients[at] = (coefficients[at] as number) + scale * (change[at] as number);
    }
    if (largest < precision) break;
  }
  return [...coefficients];
}

/** Gauss-Jordan elimination; the matrix is positive definite, so that no pivot is 0. */
function solve(matrix: readonly Float64Array[], values: Float64Array): number[] {
  const rows = matrix.map((line, at) => [...line, values[at] as number]);
  for (const [at, pivot] of rows.entries()) {
    const divisor = pivot[at] as number;
    for (const [index, value] of pivot.entries()) pivot[index] = value / divisor;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[at] as number;
      for (const [index, value] of pivot.entries()) row[index] = (row[index] as number) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) as number);
}
