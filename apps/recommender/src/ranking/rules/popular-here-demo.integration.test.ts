// Does the order of what sells here sell better than plain popularity? On later first orders of the demo shop, which are held out.

import { generateShop } from '@callside/demo-shop';
import { rowsOf, today } from '../../../test/support/small-shops.ts';
import { createCatalogue } from './catalogue.ts';
import { typeFeature } from './catalogue-columns.ts';
import { placesOf } from './circumstances.ts';
import { sizedArticleTypesOf } from './eligibility.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { buildPurchaseIndex } from './purchase-index/purchase-index.ts';
import { countSales } from './sales-by-circumstance.ts';

const heldOutDays = 90;
const offersHeard = 6;

interface FirstOrder {
  phone: string;
  day: number;
  items: Set<number>;
}

function demoShop(seed: number) {
  const shop = generateShop({ seed, today: today + heldOutDays, products: 1000, customers: 12_000, hasRegions: true });
  const products = shop.products.map(({ sku, title, webPrice, articleType, size, metal, gem }) => {
    const attributes = Object.fromEntries(Object.entries({ metal, gem }).filter(([, value]) => value !== ''));
    return { sku, title, webPrice, articleType, size, attributes };
  });
  const catalogue = createCatalogue(products, 'demo');
  const first = new Map<string, FirstOrder>();
  const bought = new Map<string, { customer: number; lines: { customer: number; item: number; day: number }[] }>();
  for (const { phone, sku, day } of shop.orderLines()) {
    const item = catalogue.indexOfSku(sku);
    if (item === undefined) continue;
    const order = first.get(phone) ?? { phone, day, items: new Set() };
    if (order.day === day) order.items.add(item);
    first.set(phone, order);
    if (day >= today) continue;
    const own = bought.get(phone) ?? { customer: bought.size, lines: [] };
    own.lines.push({ customer: own.customer, item, day });
    bought.set(phone, own);
  }
  const lines = [...bought.values()].flatMap((own) => own.lines);
  const types = catalogue.columns.categoricalFeatures[typeFeature];
  if (types === undefined) throw new Error('the catalogue has no types');
  const sales = countSales(
    () =>
      [...bought].map(([phone, own]) => ({
        circumstances: placesOf(`+1${phone}`),
        items: new Set(own.lines.filter(({ day }) => day >= today - 365).map(({ item }) => item)),
      })),
    { types, itemCount: products.length },
  );
  const purchases = buildPurchaseIndex(rowsOf(lines), catalogue, today);
  const snapshot = { catalogue, purchases, sales, inStock: new Uint8Array(products.length).fill(1) };
  return { snapshot, heldOut: [...first.values()].filter(({ day }) => day >= today) };
}

/** The share of callers who bought one of the offers that they heard. */
function measure({ snapshot, heldOut }: ReturnType<typeof demoShop>, hasPlaces: boolean): number {
  const sizedArticleTypes = sizedArticleTypesOf(['ring', 'bracelet', 'bangle']);
  const buyers = heldOut.filter(({ phone, items }) => {
    const circumstances = hasPlaces ? placesOf(`+1${phone}`) : [];
    const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes, circumstances };
    const offers = selectOffers(prepareOffers(snapshot, request), null, offersHeard);
    return offers.some(({ item }) => items.has(item));
  });
  return buyers.length / heldOut.length;
}

test('callers without history buy more of what sells in their area than of what is popular', () => {
  const shop = demoShop(1);
  expect(shop.heldOut.length).toBeGreaterThan(1_000);
  expect(measure(shop, true)).toBeGreaterThan(1.1 * measure(shop, false));
}, 300_000);
