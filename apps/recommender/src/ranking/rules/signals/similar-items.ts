import { type ItemSimilarities, similarityOf } from '../purchase-index/item-similarities.ts';
import type { PurchaseIndex } from '../purchase-index/purchase-index.ts';
import type { RankingContext } from '../ranking-context.ts';
import { topK } from '../sparse-accumulator.ts';
import { haveOthersBoughtBoth, type PurchaseTiming } from './bought-both.ts';
import type { Signal } from './signal.ts';

interface SimilarItems extends Omit<Signal, 'hasRelated' | 'find' | 'explain'> {
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

export const anchorsOf = ({ anchors }: RankingContext) => anchors.map((item) => ({ item, weight: 1 }));
export const ownItemsOf = ({ profile }: RankingContext) => profile.own.slice(0, maxOwnItems);

/** Items that are similar to related ones, by what customers bought. */
export function similarItems({ relatedItems, similarities, timing, ...declared }: SimilarItems): Signal {
  return {
    ...declared,
    hasRelated: true,
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
      return related === undefined ? null : `${declared.name}:${catalogue.items[related.other]?.sku}`;
    },
  };
}
