import type { TrainingObjective } from '@callside/schemas';
import { ModelProblem } from '../model-problem.ts';
import type { RankerData } from './shop-as-of.ts';

/** What one sold unit of each item counts for the objective, by the prices and costs of the catalogue. Throws a ModelProblem when these are missing. */
export function itemValues(
  objective: TrainingObjective,
  { catalogue, unitCosts }: Pick<RankerData, 'catalogue' | 'unitCosts'>,
): Float64Array {
  const prices = Float64Array.from(catalogue.items, ({ webPrice }) => webPrice);
  if (objective === 'conversion') return prices.fill(1);
  if (!prices.some((price) => price > 0)) {
    throw new ModelProblem(`the objective ${objective} needs prices, and all products of the catalogue cost 0`);
  }
  if (objective === 'revenue') return prices;
  const margins = marginsOf(prices, unitCosts);
  if (margins === null) {
    throw new ModelProblem(
      'the objective margin needs what products cost the shop, and no product has a unit_cost; import the catalogue with a column unit_cost, or use the objective revenue',
    );
  }
  return margins;
}

/**
 * Price minus cost, at least 0. An item without a cost has the margin of the other items by share of the price. Null when no item has a
 * price and a cost.
 */
export function marginsOf(prices: Float64Array, unitCosts: Float64Array | undefined): Float64Array | null {
  if (unitCosts === undefined) return null;
  let [priced, earned] = [0, 0];
  for (const [item, cost] of unitCosts.entries()) {
    if (Number.isNaN(cost)) continue;
    priced += prices[item] as number;
    earned += Math.max(0, (prices[item] as number) - cost);
  }
  if (priced === 0) return null;
  return prices.map((price, item) => {
    const cost = unitCosts[item] as number;
    return Number.isNaN(cost) ? (price * earned) / priced : Math.max(0, price - cost);
  });
}
