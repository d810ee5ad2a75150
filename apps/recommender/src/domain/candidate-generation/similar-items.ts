import type { ItemSimilarities } from '../purchase-index/item-similarities.ts';
import { type SparseAccumulator, topK } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';

/** Further items of the history contribute no candidates. */
export const maxOwnItems = 40;

/** Items that customers bought on the same day as the anchors. */
export const boughtTogether: CandidateSource = {
  name: 'often_bought_with',
  weights: { alone: 0, withAnchors: 2 },
  find: (context) =>
    found(context, (add) => {
      for (const anchor of context.anchors) add(context.snapshot.purchases.together, anchor, 1);
    }),
};

/** Items that buyers of the anchors bought on any day. */
export const boughtByAnchorBuyers: CandidateSource = {
  name: 'also_bought_with',
  weights: { alone: 0, withAnchors: 0.4 },
  find: (context) =>
    found(context, (add) => {
      for (const anchor of context.anchors) add(context.snapshot.purchases.alsoBought, anchor, 1);
    }),
};

/** Items that buyers of the history's items bought on any day. */
export const historyNeighbours: CandidateSource = {
  name: 'goes_with_history',
  weights: { alone: 0.1, withAnchors: 0.2 },
  find: (context) =>
    found(context, (add) => {
      for (const own of context.profile.own.slice(0, maxOwnItems)) {
        add(context.snapshot.purchases.alsoBought, own.item, own.weight);
      }
    }),
};

/** Items that customers bought on the same day as items of the history. */
export const goesWithBaskets: CandidateSource = {
  name: 'completes_history',
  weights: { alone: 0.1, withAnchors: 0.1 },
  find: (context) =>
    found(context, (add) => {
      for (const own of context.profile.own.slice(0, maxOwnItems)) {
        add(context.snapshot.purchases.together, own.item, own.weight);
      }
    }),
};

/** Items that customers bought after items of the history. */
export const boughtAfterwards: CandidateSource = {
  name: 'bought_next',
  weights: { alone: 0.1, withAnchors: 0.2 },
  find: (context) =>
    found(context, (add) => {
      for (const own of context.profile.own.slice(0, maxOwnItems)) {
        add(context.snapshot.purchases.boughtNext, own.item, own.weight);
      }
    }),
};

function found(
  { items, isEligible, limit }: SourceContext,
  collect: (add: (neighbours: ItemSimilarities, item: number, weight: number) => void) => void,
) {
  collect((neighbours, item, weight) => addNeighbours(items, neighbours, item, weight));
  const best = topK(items, limit, isEligible);
  items.clear();
  return best;
}

function addNeighbours(
  accumulator: SparseAccumulator,
  { starts, items, weights }: ItemSimilarities,
  item: number,
  weight: number,
): void {
  for (let index = starts[item] as number; index < (starts[item + 1] as number); index += 1) {
    accumulator.add(items[index] as number, weight * (weights[index] as number));
  }
}
