import { toPurchases } from '@callside/ranking-lab';
import {
  buildPurchaseIndex,
  createCatalogue,
  prepareOffers,
  type RankingSnapshot,
  type RequestContext,
} from '@callside/recommender/ranking';
import { benchToday, type ImportedShop } from './imported-shop.ts';

export interface Batch {
  rows: number;
  features: number[];
}

/** The input of the model for one of the callers, made by the service's own ranking from the same shop. */
export function typicalBatch({ shop, callers }: ImportedShop): Batch {
  const today = benchToday();
  const catalogue = createCatalogue(
    shop.products.map(({ sku, title, webPrice, articleType, size, metal, gem, color, collection, gender }) => {
      const named = Object.entries({ metal, gem, color, collection, gender }).filter(([, value]) => value !== '');
      return { sku, title, webPrice, articleType, size, attributes: Object.fromEntries(named) };
    }),
    'bench',
  );
  const snapshot: RankingSnapshot = {
    catalogue,
    inStock: new Uint8Array(catalogue.items.length).fill(1),
    purchases: buildPurchaseIndex(toPurchases(shop.orderLines(), catalogue).rows, catalogue, today),
  };
  const caller = callers.find(({ lines }) => lines.length >= 4) ?? callers[0];
  const history = (caller?.lines ?? []).map(({ sku, day }) => {
    const item = catalogue.indexOfSku(sku) ?? null;
    return { item, type: item === null ? null : (catalogue.columns.types[item] ?? null), day };
  });
  const sizedArticleTypes: RequestContext['sizedArticleTypes'] = new Set(['ring', 'bracelet', 'bangle']);
  const { items, features } = prepareOffers(snapshot, {
    history,
    anchors: [],
    today,
    checkStock: true,
    sizedArticleTypes,
  });
  return { rows: items.length, features: [...features.values] };
}
