const blockSize = 64;

/**
 * The inverse of a symmetric positive definite matrix, both row-major. The time grows with the third power of its size. All
 * three steps (Cholesky, inverse of the triangle, its product with itself) are products of rows with rows, and their blocks
 * fit the cache. Throws when the matrix is not positive definite. Overwrites the matrix.
 */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
  factorize(matrix, size);
  const columns = invertTriangle(matrix, size);
  for (let row = 0; row < size; row += blockSize) {
    const lastRow = Math.min(row + blockSize, size);
    for (let column = 0; column <= row; column += blockSize) {
      const lastColumn = Math.min(column + blockSize, size);
      for (let i = row; i < lastRow; i++) matrix.fill(0, i * size + column, i * size + lastColumn);
      // Row i of `columns` is 0 before index i, so the products start at the later row.
      addRowProducts(
        { target: matrix, left: columns, right: columns, size, sign: 1 },
        { firstRow: row, lastRow, firstColumn: column, lastColumn, from: row, to: size },
      );
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = row + 1; column < size; column++) matrix[row * size + column] = at(matrix, column * size + row);
  }
  return matrix;
}

/** Replaces the lower triangle by that of the Cholesky factor. */
function factorize(matrix: Float64Array, size: number): void {
  for (let first = 0; first < size; first += blockSize) {
    const last = Math.min(first + blockSize, size);
    addRowProducts(
      { target: matrix, left: matrix, right: matrix, size, sign: -1 },
      { firstRow: first, lastRow: size, firstColumn: first, lastColumn: last, from: 0, to: first },
    );
    for (let column = first; column < last; column++) {
      const pivot =
        at(matrix, column * size + column) - rowProduct(matrix, matrix, size, column, column, first, column);
      if (!(pivot > 0)) throw new Error('the matrix is not positive definite');
      const root = Math.sqrt(pivot);
      matrix[column * size + column] = root;
      for (let row = column + 1; row < size; row++) {
        const rest = at(matrix, row * size + column) - rowProduct(matrix, matrix, size, row, column, first, column);
        matrix[row * size + column] = rest / root;
      }
    }
  }
}

/** The inverse of a lower triangle, transposed: its columns are the rows of the result. */
function invertTriangle(triangle: Float64Array, size: number): Float64Array {
  const columns = new Float64Array(size * size);
  for (let first = 0; first < size; first += blockSize) {
    const last = Math.min(first + blockSize, size);
    addRowProducts(
      { target: columns, left: columns, right: triangle, size, sign: -1 },
      { firstRow: 0, lastRow: first, firstColumn: first, lastColumn: last, from: 0, to: first },
    );
    for (let row = 0; row < last; row++) {
      for (let column = Math.max(row, first); column < last; column++) {
        const from = Math.max(row, first);
        const start = row === column ? 1 : at(columns, row * size + column);
        const rest = start - rowProduct(columns, triangle, size, row, column, from, column);
        columns[row * size + column] = rest / at(triangle, column * size + column);
      }
    }
  }
  return columns;
}

interface Matrices {
  target: Float64Array;
  left: Float64Array;
  right: Float64Array;
  size: number;
  sign: 1 | -1;
}

interface Range {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
  /** Range of the entries that are multiplied. */
  from: number;
  to: number;
}

const depth = 256;

/** Adds to target[row][column] the product of row `row` of left and row `column` of right. */
function addRowProducts(matrices: Matrices, range: Range): void {
  const { firstRow, lastRow, firstColumn, lastColumn } = range;
  for (let from = range.from; from < range.to; from += depth) {
    const to = Math.min(from + depth, range.to);
    for (let row = firstRow; row < lastRow; row += 4) {
      for (let column = firstColumn; column < lastColumn; column += 4) {
        if (row + 4 <= lastRow && column + 4 <= lastColumn) addTile(matrices, row, column, from, to);
        else {
          addEdge(matrices, {
            firstRow: row,
            lastRow: Math.min(row + 4, lastRow),
            firstColumn: column,
            lastColumn: Math.min(column + 4, lastColumn),
            from,
            to,
          });
        }
      }
    }
  }
}

function addEdge({ target, left, right, size, sign }: Matrices, range: Range): void {
  const { firstRow, lastRow, firstColumn, lastColumn, from, to } = range;
  for (let row = firstRow; row < lastRow; row++) {
    for (let column = firstColumn; column < lastColumn; column++) {
      const product = rowProduct(left, right, size, row, column, from, to);
      target[row * size + column] = at(target, row * size + column) + sign * product;
    }
  }
}

// Sixteen sums in registers need eight loads. This is four times as fast as one product at a time.
function addTile({ target, left, right, size, sign }: Matrices, row: number, column: number, from: number, to: number) {
  const l0 = row * size;
  const [l1, l2, l3] = [l0 + size, l0 + 2 * size, l0 + 3 * size];
  const r0 = column * size;
  const [r1, r2, r3] = [r0 + size, r0 + 2 * size, r0 + 3 * size];
  let [s00, s01, s02, s03] = [0, 0, 0, 0];
  let [s10, s11, s12, s13] = [0, 0, 0, 0];
  let [s20, s21, s22, s23] = [0, 0, 0, 0];
  let [s30, s31, s32, s33] = [0, 0, 0, 0];
  for (let k = from; k < to; k++) {
    const a0 = at(left, l0 + k);
    const a1 = at(left, l1 + k);
    const a2 = at(left, l2 + k);
    const a3 = at(left, l3 + k);
    const b0 = at(right, r0 + k);
    const b1 = at(right, r1 + k);
    const b2 = at(right, r2 + k);
    const b3 = at(right, r3 + k);
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  const add = (offset: number, sum: number) => {
    target[offset] = at(target, offset) + sign * sum;
  };
  const t0 = l0 + column;
  const [t1, t2, t3] = [t0 + size, t0 + 2 * size, t0 + 3 * size];
  add(t0, s00);
  add(t0 + 1, s01);
  add(t0 + 2, s02);
  add(t0 + 3, s03);
  add(t1, s10);
  add(t1 + 1, s11);
  add(t1 + 2, s12);
  add(t1 + 3, s13);
  add(t2, s20);
  add(t2 + 1, s21);
  add(t2 + 2, s22);
  add(t2 + 3, s23);
  add(t3, s30);
  add(t3 + 1, s31);
  add(t3 + 2, s32);
  add(t3 + 3, s33);
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
