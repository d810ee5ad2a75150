/** The rows of a tree, ordered so that the rows of each leaf are together, ascending. */
export class RowPartition {
  readonly rows: Int32Array;
  readonly #goingRight: Int32Array;

  constructor(rowCount: number) {
    this.rows = new Int32Array(rowCount);
    this.#goingRight = new Int32Array(rowCount);
  }

  /** Moves the rows from `start` to before `end` with a bin of at most `bin` to the front; returns where the others begin. */
  split(start: number, end: number, column: Uint8Array, bin: number): number {
    const { rows } = this;
    const goingRight = this.#goingRight;
    let left = start;
    let right = 0;
    for (let at = start; at < end; at += 1) {
      const row = rows[at] as number;
      if ((column[row] as number) <= bin) {
        rows[left] = row;
        left += 1;
      } else {
        goingRight[right] = row;
        right += 1;
      }
    }
    rows.set(goingRight.subarray(0, right), left);
    return left;
  }
}
