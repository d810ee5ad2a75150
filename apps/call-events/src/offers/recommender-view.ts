import type { RecommenderOverview } from '@callside/schemas';
import type { RecommenderOnFile } from './read-recommender.ts';

export function recommenderView({ shop, ...recommender }: RecommenderOnFile): RecommenderOverview {
  return {
    catalogue: { items: shop.items, retired: shop.retired, changed_at: shop.changedAt?.toISOString() ?? null },
    stock: {
      items_in_stock: shop.itemsInStock,
      imported_at: shop.stockImportedAt?.toISOString() ?? null,
      age_seconds: shop.stockAgeSeconds,
    },
    recommender,
  };
}
