import { createRandom } from './random.ts';
import { invertSymmetric } from './symmetric-inverse.ts';

/** Inner products of random rows, plus a constant on the diagonal. */
function positiveDefinite(size: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => random() - 0.5));
  const matrix = new Float64Array(size * size);
  for (const [i, row] of rows.entries()) {
    for (const [j, other] of rows.entries()) {
      matrix[i * size + j] = row.reduce((sum, value, k) => sum + value * (other[k] ?? 0), i === j ? 1 : 0);
    }
  }
  return matrix;
}

describe('invertSymmetric', () => {
  it.each([1, 2, 3, 4, 5, 63, 64, 65, 131])('inverts a matrix of %d rows', (size) => {
    const matrix = positiveDefinite(size, size);
    const inverse = invertSymmetric(matrix.slice(), size);
    let largestError = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += (matrix[i * size + k] ?? 0) * (inverse[k * size + j] ?? 0);
        largestError = Math.max(largestError, Math.abs(sum - (i === j ? 1 : 0)));
      }
    }
    expect(largestError).toBeLessThan(1e-9);
  });

  it('refuses a matrix that is not positive definite', () => {
    expect(() => invertSymmetric(Float64Array.of(1, 2, 2, 1), 2)).toThrow('not positive definite');
  });
});
