import { createCatalogue } from './rules/catalogue.ts';
import type { CatalogueItem } from './rules/catalogue-item.ts';
import { sizedArticleTypesOf } from './rules/eligibility.ts';
import { prepareOffers } from './rules/offers.ts';
import { buildPurchaseIndex } from './rules/purchase-index/purchase-index.ts';
import type { PurchaseRows } from './rules/purchase-rows.ts';
import { signals } from './rules/signals/signals.ts';

// A fixed shop, and the results of the ranking code for it. Code that computes other features gives another text.

const [itemCount, customerCount, basketsEach] = [48, 30, 5];
const today = 20_000;
const types = ['ring', 'pendant', 'chain', 'bracelet', 'care'];
/** More attributes than are used, so that the choice of attributes counts too. */
const attributes = ['metal', 'gem', 'brand', 'style', ...Array.from({ length: 12 }, (_, index) => `detail ${index}`)];
/** Digits of a value. Fewer digits than a float has, because processors may differ in the last ones. */
const digits = 4;

const items: readonly CatalogueItem[] = Array.from({ length: itemCount }, (_, item) => ({
  sku: String(1_000 + item),
  title: `Product ${item % 40}`,
  webPrice: 10 + ((item * 37) % 400),
  articleType: types[item % types.length] as string,
  size: item % types.length === 0 ? 6 + (item % 3) : null,
  attributes: Object.fromEntries(
    attributes.map((name, index) => [name, `${name} ${(item * (index + 3)) % (index + 2)}`]),
  ),
  ...(item % 17 === 16 && { retired: true as const }),
}));

function orders(): PurchaseRows {
  const lines: { customer: number; item: number; day: number }[] = [];
  for (let customer = 0; customer < customerCount; customer += 1) {
    for (let basket = 0; basket < basketsEach; basket += 1) {
      const day = today - 1 - ((customer * 13 + (basketsEach - basket) * 41) % 300);
      // A product that they often buy, one that goes with it, and one of the bestsellers.
      const first = (customer * 7 + (basket % 2) * 11) % itemCount;
      const bought = [first, (first + 5) % itemCount, (customer * basket) % 6];
      for (const item of bought.slice(0, 1 + ((customer + basket) % 3))) lines.push({ customer, item, day });
    }
  }
  lines.sort((one, other) => one.customer - other.customer || one.day - other.day);
  return {
    customers: Int32Array.from(lines, ({ customer }) => customer),
    items: Int32Array.from(lines, ({ item }) => item),
    days: Int32Array.from(lines, ({ day }) => day),
  };
}

/** The candidates and feature vectors for a known caller, for a new one with an anchor, and for both; then the weights of the signals. */
export function describeBehaviour(): string {
  const catalogue = createCatalogue(items, 'fixture');
  const snapshot = {
    catalogue,
    inStock: Uint8Array.from(items, (_, item) => (item % 11 === 10 ? 0 : 1)),
    purchases: buildPurchaseIndex(orders(), catalogue, today),
  };
  const history = [
    { item: 0, type: null, day: today - 40 },
    { item: 5, type: null, day: today - 40 },
    { item: 12, type: null, day: today - 3 },
  ];
  const requests = [
    { history, anchors: [] },
    { history: [], anchors: [7] },
    { history, anchors: [7, 3] },
  ];
  const rules = { today, checkStock: true, sizedArticleTypes: sizedArticleTypesOf(['ring', 'bracelet']) };
  const answers = requests.map((request) => {
    const { items: candidates, features } = prepareOffers(snapshot, { ...request, ...rules });
    return [[...candidates].join(' '), Array.from(features.values, (value) => value.toPrecision(digits)).join(' ')];
  });
  const weights = signals.map((signal) => JSON.stringify([signal.name, signal.weights, signal.weightsPerRepeatShare]));
  return [...answers.flat(), ...weights].join('\n');
}
