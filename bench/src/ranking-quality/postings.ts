/** Sparse vectors of customers, turned round: who has each item, and with what weight. */
export interface Postings {
  readonly starts: Int32Array;
  readonly customers: Int32Array;
  readonly weights: Float64Array;
}

export type SparseVector = ReadonlyMap<number, number>;

export function toPostings(vectors: readonly SparseVector[], itemCount: number): Postings {
  const starts = new Int32Array(itemCount + 1);
  for (const vector of vectors) for (const item of vector.keys()) starts[item + 1] = (starts[item + 1] ?? 0) + 1;
  for (let item = 0; item < itemCount; item++) starts[item + 1] = (starts[item + 1] ?? 0) + (starts[item] ?? 0);
  const free = starts.slice();
  const customers = new Int32Array(starts[itemCount] ?? 0);
  const weights = new Float64Array(customers.length);
  for (const [customer, vector] of vectors.entries()) {
    for (const [item, weight] of vector) {
      const place = free[item] ?? 0;
      free[item] = place + 1;
      customers[place] = customer;
      weights[place] = weight;
    }
  }
  return { starts, customers, weights };
}

/** Adds the inner product of a vector with that of each customer. */
export function addProducts({ starts, customers, weights }: Postings, vector: SparseVector, sums: Float64Array): void {
  for (const [item, weight] of vector) {
    const end = starts[item + 1] ?? 0;
    for (let place = starts[item] ?? 0; place < end; place++) {
      const customer = customers[place] as number;
      sums[customer] = (sums[customer] as number) + weight * (weights[place] as number);
    }
  }
}

export function squaredNorm(vector: SparseVector): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return sum;
}
