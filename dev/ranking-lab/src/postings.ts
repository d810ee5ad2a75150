/** Items with their weights. */
export interface SparseVector {
  readonly items: Int32Array;
  readonly weights: Float64Array;
}

/** Transposed sparse vectors of customers: who has each item, and with what weight. */
export interface Postings {
  readonly starts: Int32Array;
  readonly customers: Int32Array;
  readonly weights: Float64Array;
}

export function toSparseVector(weights: ReadonlyMap<number, number>): SparseVector {
  return { items: Int32Array.from(weights.keys()), weights: Float64Array.from(weights.values()) };
}

/** Adds a multiple of the vector to the sums. */
export function addVector(sums: Float64Array, { items, weights }: SparseVector, factor: number): void {
  for (let place = 0; place < items.length; place++) {
    const item = items[place] as number;
    sums[item] = (sums[item] as number) + factor * (weights[place] as number);
  }
}

export function toPostings(vectors: readonly SparseVector[], itemCount: number): Postings {
  const starts = new Int32Array(itemCount + 1);
  for (const { items } of vectors) for (const item of items) starts[item + 1] = (starts[item + 1] ?? 0) + 1;
  for (let item = 0; item < itemCount; item++) starts[item + 1] = (starts[item + 1] ?? 0) + (starts[item] ?? 0);
  const free = starts.slice();
  const customers = new Int32Array(starts[itemCount] ?? 0);
  const weights = new Float64Array(customers.length);
  for (const [customer, vector] of vectors.entries()) {
    for (const [index, item] of vector.items.entries()) {
      const place = free[item] ?? 0;
      free[item] = place + 1;
      customers[place] = customer;
      weights[place] = vector.weights[index] ?? 0;
    }
  }
  return { starts, customers, weights };
}

/** Adds the inner product of a vector with the vector of each customer. */
export function addProducts({ starts, customers, weights }: Postings, vector: SparseVector, sums: Float64Array): void {
  for (const [index, item] of vector.items.entries()) {
    const weight = vector.weights[index] ?? 0;
    const end = starts[item + 1] ?? 0;
    for (let place = starts[item] ?? 0; place < end; place++) {
      const customer = customers[place] as number;
      sums[customer] = (sums[customer] as number) + weight * (weights[place] as number);
    }
  }
}

export function squaredNorm(vector: SparseVector): number {
  let sum = 0;
  for (const weight of vector.weights) sum += weight * weight;
  return sum;
}
