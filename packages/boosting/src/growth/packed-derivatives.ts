/**
 * Gradients and hessians as whole numbers of a unit, both in one float64: `gradient * 2^26 + hessian`. Sums of them are exact
 * in any order, so a histogram takes one addition per row, and a sibling is the exact difference. A unit is a 2^25th of the
 * sum over all rows of the tree: with 500,000 rows, a mean derivative is rounded to a 60th. Values of leaves are not
 * computed from these sums.
 */
export interface PackedDerivatives {
  /** By row of the whole training set; only rows of the tree are set. */
  readonly packed: Float64Array;
  readonly gradientUnit: number;
  readonly hessianUnit: number;
}

/** Factor of the gradient. The sum of the hessians stays below it. */
export const gradientFactor = 2 ** 26;
const unitsOfSum = 2 ** 25;
/** Smaller sums count as 0: their quotients would be infinite. */
const leastSum = 1e-200;

export function packDerivatives(
  packed: Float64Array,
  rows: Int32Array,
  gradients: Float64Array,
  hessians: Float64Array,
): PackedDerivatives {
  let gradientSum = 0;
  let hessianSum = 0;
  for (let at = 0; at < rows.length; at += 1) {
    gradientSum += Math.abs(gradients[rows[at] as number] as number);
    hessianSum += hessians[rows[at] as number] as number;
  }
  const perGradient = gradientSum > leastSum ? unitsOfSum / gradientSum : 0;
  const perHessian = hessianSum > leastSum ? unitsOfSum / hessianSum : 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const gradient = Math.floor((gradients[row] as number) * perGradient + 0.5);
    const hessian = Math.floor((hessians[row] as number) * perHessian + 0.5);
    packed[row] = gradient * gradientFactor + hessian;
  }
  return { packed, gradientUnit: gradientSum / unitsOfSum, hessianUnit: hessianSum / unitsOfSum };
}
