/**
 * The inverse of a symmetric positive definite matrix, both row-major. The time grows with the third power of its size. All
 * three steps (Cholesky, inverse of the triangle, its product with itself) are products of rows with rows, which lie in memory one
 * value after the other. Throws when the matrix is not positive definite. Overwrites the matrix.
 */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
  factorize(matrix, size);
  const columns = invertTriangle(matrix, size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      // Row i of `columns` is 0 before index i.
      const product = rowProduct(columns, columns, size, row, column, row, size);
      matrix[row * size + column] = product;
      matrix[column * size + row] = product;
    }
  }
  return matrix;
}

/** Replaces the lower triangle by that of the Cholesky factor. */
function factorize(matrix: Float64Array, size: number): void {
  for (let column = 0; column < size; column++) {
    const pivot = at(matrix, column * size + column) - rowProduct(matrix, matrix, size, column, column, 0, column);
    if (!(pivot > 0)) throw new Error('the matrix is not positive definite');
    const root = Math.sqrt(pivot);
    matrix[column * size + column] = root;
    for (let row = column + 1; row < size; row++) {
      const rest = at(matrix, row * size + column) - rowProduct(matrix, matrix, size, row, column, 0, column);
      matrix[row * size + column] = rest / root;
    }
  }
}

/** The inverse of a lower triangle, transposed: its columns are the rows of the result. */
function invertTriangle(triangle: Float64Array, size: number): Float64Array {
  const columns = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = row; column < size; column++) {
      const start = row === column ? 1 : 0;
      const rest = start - rowProduct(columns, triangle, size, row, column, row, column);
      columns[row * size + column] = rest / at(triangle, column * size + column);
    }
  }
  return columns;
}

function rowProduct(
  left: Float64Array,
  right: Float64Array,
  size: number,
  row: number,
  column: number,
  from: number,
  to: number,
): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += at(left, row * size + k) * at(right, column * size + k);
  return sum;
}

function at(values: Float64Array, index: number): number {
  return values[index] as number;
}
