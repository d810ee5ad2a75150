import { bestOf } from '../score-board.ts';
import type { CandidateSource } from './candidate-source.ts';

const maxOwnItems = 60;
/** Newest buyers of an item that are compared: those of a bestseller are many and say little. */
const maxBuyers = 600;
const neighbourCount = 600;
/** Newest lines of a neighbour that count. */
const maxLines = 60;
const lineHalfLifeDays = 400;
/** The customer's own frequencies beside those of all neighbours together. */
const ownShare = 0.15;

/** Bought by the customers whose purchases are most like the customer's, anchors included. */
export const customersAlike: CandidateSource = {
  name: 'customers_like_you',
  weights: { alone: 1.3, withAnchors: 0.4 },
  find: ({ snapshot, profile, anchors, items, customers, isEligible, limit }) => {
    const { byItem, lines, statistics, today } = snapshot.purchases;
    const customerCount = lines.starts.length - 1;
    const compare = (item: number, weight: number) => {
      const rarity = Math.log(1 + customerCount / (1 + (statistics.buyers[item] as number)));
      const from = byItem.starts[item] as number;
      const to = Math.min(byItem.starts[item + 1] as number, from + maxBuyers);
      for (let place = from; place < to; place += 1) customers.add(byItem.customers[place] as number, weight * rarity);
    };
    for (const own of profile.own.slice(0, maxOwnItems)) compare(own.item, own.weight);
    for (const anchor of anchors) compare(anchor, 1);
    for (let index = 0; index < customers.count; index += 1) {
      const customer = customers.touched[index] as number;
      const size = (lines.starts[customer + 1] as number) - (lines.starts[customer] as number);
      customers.scores[customer] = (customers.scores[customer] as number) / Math.sqrt(size + 2);
    }
    const neighbours = bestOf(customers, neighbourCount, () => true);
    customers.clear();
    const total = neighbours.scores.reduce((sum, score) => sum + score, 0);
    for (const [index, neighbour] of neighbours.numbers.entries()) {
      const likeness = (neighbours.scores[index] as number) / total;
      const to = lines.starts[neighbour + 1] as number;
      for (let line = Math.max(lines.starts[neighbour] as number, to - maxLines); line < to; line += 1) {
        items.add(
          lines.items[line] as number,
          likeness * 2 ** (((lines.days[line] as number) - today) / lineHalfLifeDays),
        );
      }
    }
    for (const own of profile.own) items.add(own.item, (ownShare * own.times) / Math.max(1, profile.basketCount));
    const best = bestOf(items, limit, isEligible);
    items.clear();
    return best;
  },
};
