import { type ItemSimilarities, similarityOf } from '../purchase-index/item-similarities.ts';
import type { PurchaseIndex } from '../purchase-index/purchase-index.ts';
import type { RankingContext } from '../ranking-context.ts';
import { topK } from '../sparse-accumulator.ts';
import { haveOthersBoughtBoth, type PurchaseTiming } from './bought-both.ts';
import type { CandidateSource } from './candidate-source.ts';

interface SimilarItems extends Pick<CandidateSource, 'name' | 'weights'> {
  /** The items that candidates are similar to, with their weights. */
  readonly relatedItems: (context: RankingContext) => readonly { readonly item: number; readonly weight: number }[];
  readonly similarities: (purchases: PurchaseIndex) => ItemSimilarities;
  /** When others must have bought an item and a related one, as evidence. */
  readonly timing: PurchaseTiming;
}

/** Further items of the history contribute no candidates. */
const maxOwnItems = 40;
/** Only the strongest related items are examined for evidence. */
const mostRelatedItems = 5;

const anchorsOf = ({ anchors }: RankingContext) => anchors.map((item) => ({ item, weight: 1 }));
export const ownItemsOf = ({ profile }: RankingContext) => profile.own.slice(0, maxOwnItems);

/** Items that customers bought on the same day as the anchors. */
export const boughtTogether = similarItems({
  name: 'often_bought_with',
  weights: { alone: 0, withAnchors: 2 },
  relatedItems: anchorsOf,
  similarities: ({ together }) => together,
  timing: 'same_day',
});

/** Items that buyers of the anchors bought on any day. */
export const boughtByAnchorBuyers = similarItems({
  name: 'also_bought_with',
  weights: { alone: 0, withAnchors: 0.4 },
  relatedItems: anchorsOf,
  similarities: ({ alsoBought }) => alsoBought,
  timing: 'any_day',
});

/** Items that buyers of the history's items bought on any day. */
export const goesWithHistory = similarItems({
  name: 'goes_with_history',
  weights: { alone: 0.1, withAnchors: 0.2 },
  relatedItems: ownItemsOf,
  similarities: ({ alsoBought }) => alsoBought,
  timing: 'any_day',
});

/** Items that customers bought on the same day as items of the history. */
export const goesWithBaskets = similarItems({
  name: 'completes_history',
  weights: { alone: 0.1, withAnchors: 0.1 },
  relatedItems: ownItemsOf,
  similarities: ({ together }) => together,
  timing: 'same_day',
});

/** Items that customers bought after items of the history. */
export const boughtAfterwards = similarItems({
  name: 'bought_next',
  weights: { alone: 0.1, withAnchors: 0.2 },
  relatedItems: ownItemsOf,
  similarities: ({ boughtNext }) => boughtNext,
  timing: 'later',
});

function similarItems({ name, weights, relatedItems, similarities, timing }: SimilarItems): CandidateSource {
  return {
    name,
    weights,
    find: (context) => {
      const { items, isEligible, limit } = context;
      const similar = similarities(context.snapshot.purchases);
      for (const related of relatedItems(context)) {
        const end = similar.starts[related.item + 1] as number;
        for (let index = similar.starts[related.item] as number; index < end; index += 1) {
          items.add(similar.items[index] as number, related.weight * (similar.weights[index] as number));
        }
      }
      const best = topK(items, limit, isEligible);
      items.clear();
      return best;
    },
    /** Names the most similar related item with evidence. */
    explain: (context, item) => {
      const { catalogue, purchases } = context.snapshot;
      const similar = similarities(purchases);
      const related = relatedItems(context)
        .map(({ item: other }) => ({ other, similarity: similarityOf(similar, other, item) }))
        .filter(({ similarity }) => similarity > 0)
        .sort((one, other) => other.similarity - one.similarity)
        .slice(0, mostRelatedItems)
        .find(({ other }) => haveOthersBoughtBoth(context, { other, item, timing }));
      return related === undefined ? null : `${name}:${catalogue.items[related.other]?.sku}`;
    },
  };
}
