import {
  buildPurchaseIndex,
  type Catalogue,
  createCatalogue,
  type PurchaseRows,
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
    purchases: buildPurchaseIndex(rowsOf(shop.orderLines(), catalogue), catalogue, today),
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

function rowsOf(lines: Iterable<{ phone: string; sku: string; day: number }>, catalogue: Catalogue): PurchaseRows {
  const customers: number[] = [];
  const items: number[] = [];
  const days: number[] = [];
  let phone = '';
  let customer = -1;
  for (const line of lines) {
    const item = catalogue.indexOfSku(line.sku);
    if (item === undefined) continue;
    if (line.phone !== phone) customer += 1;
    phone = line.phone;
    customers.push(customer);
    items.push(item);
    days.push(line.day);
  }
  return { customers: Int32Array.from(customers), items: Int32Array.from(items), days: Int32Array.from(days) };
}
