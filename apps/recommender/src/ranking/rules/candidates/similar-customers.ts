import type { RankingContext } from '../ranking-context.ts';
import { type ScoredNumbers, type SparseAccumulator, topK } from '../sparse-accumulator.ts';

const maxOwnItems = 60;
/** Newest buyers of an item that are compared. A bestseller has many buyers, and each of them says little. */
const maxBuyers = 600;
const maxCustomers = 600;

/** The other customers whose purchases are most similar to the caller's (anchors included). A rare item in common counts more. */
export function similarCustomers(
  { snapshot, profile, anchors, isCaller }: Omit<RankingContext, 'expected' | 'similar'>,
  customers: SparseAccumulator,
): ScoredNumbers {
  const { byItem, lines, statistics } = snapshot.purchases;
  const customerCount = lines.starts.length - 1;
  const compare = (item: number, weight: number) => {
    const rarity = Math.log(1 + customerCount / (1 + (statistics.buyers[item] as number)));
    const from = byItem.starts[item] as number;
    const to = Math.min(byItem.starts[item + 1] as number, from + maxBuyers);
    for (let index = from; index < to; index += 1) customers.add(byItem.customers[index] as number, weight * rarity);
  };
  for (const own of profile.own.slice(0, maxOwnItems)) compare(own.item, own.weight);
  for (const anchor of anchors) compare(anchor, 1);
  for (let index = 0; index < customers.count; index += 1) {
    const customer = customers.touched[index] as number;
    const size = (lines.starts[customer + 1] as number) - (lines.starts[customer] as number);
    customers.scores[customer] = (customers.scores[customer] as number) / Math.sqrt(size + 2);
  }
  const best = topK(customers, maxCustomers, (customer) => !isCaller(customer));
  customers.clear();
  return best;
}
