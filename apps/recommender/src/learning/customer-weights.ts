/**
 * The weight of each observation: 1/√n for a customer with n of them, with the mean 1. Without it, a few accounts with very many orders
 * would decide.
 */
export function customerWeights(customers: readonly (number | string)[]): Float64Array {
  const counts = new Map<number | string, number>();
  for (const customer of customers) counts.set(customer, (counts.get(customer) ?? 0) + 1);
  const weights = Float64Array.from(customers, (customer) => 1 / Math.sqrt(counts.get(customer) as number));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}
