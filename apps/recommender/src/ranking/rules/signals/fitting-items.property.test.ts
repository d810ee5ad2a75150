import fc from 'fast-check';
import { type SmallShop, shopsWithRequests, snapshotOf, today } from '../../../../test/support/small-shops.ts';
import type { RequestContext } from '../candidate-set.ts';
import { prepareOffers } from '../offers.ts';
import type { CategoryAffinity } from '../purchase-index/category-affinity.ts';
import type { RankingContext } from '../ranking-context.ts';
import { SparseAccumulator } from '../sparse-accumulator.ts';
import { matches } from './matches.ts';
import { yourTaste } from './your-taste.ts';

/** Every item with its fit, best first; among equal fits, smaller numbers come first. */
function scanned({ snapshot }: RankingContext, expected: readonly Float32Array[]) {
  const { categoricalFeatures } = snapshot.catalogue.columns;
  const { affinities, statistics } = snapshot.purchases;
  const liftOf = (feature: number, item: number) => {
    const code = categoricalFeatures[feature]?.codes[item] as number;
    const { shares } = affinities[feature] as CategoryAffinity;
    return Math.fround(0.6 * Math.log((expected[feature]?.[code] as number) / (shares[code] as number)));
  };
  return snapshot.catalogue.items
    .map((_, item) => {
      let attributes = 0;
      for (let feature = 2; feature < expected.length; feature += 1) attributes += liftOf(feature, item);
      return {
        item,
        fit: 0.4 * (statistics.logBuyers[item] as number) + liftOf(0, item) + liftOf(1, item) + attributes,
      };
    })
    .sort((one, other) => other.fit - one.fit || one.item - other.item);
}

interface Search {
  limit: number;
  isEligible: (item: number) => boolean;
}

function expectFirstOfScan(shop: SmallShop, request: RequestContext, { limit, isEligible }: Search): void {
  const context = prepareOffers(snapshotOf(shop), request);
  const { afterAnchors, afterHistory } = context.expected;
  for (const [signal, expected] of [[matches, afterAnchors] as const, [yourTaste, afterHistory] as const]) {
    const found = signal.find({ ...context, isEligible, limit, items: new SparseAccumulator(shop.items.length) });
    const best =
      expected === null
        ? []
        : scanned(context, expected)
            .filter(({ item }) => isEligible(item))
            .slice(0, limit);
    const greatest = Math.fround(best[0]?.fit ?? 0);
    expect([...found.numbers]).toEqual(best.map(({ item }) => item));
    expect([...found.scores]).toEqual(best.map(({ fit }) => Math.fround(Math.exp(Math.fround(fit) - greatest))));
  }
}

test('the items that fit best are the first ones of a scan of all items, in the same order even when fits are equal', () => {
  const nothingLeftOut = fc.constant(() => true);
  const someLeftOut = fc.integer({ min: 2, max: 4 }).map((divisor) => (item: number) => item % divisor !== 0);
  fc.assert(
    fc.property(
      shopsWithRequests,
      fc.integer({ min: 1, max: 6 }),
      fc.oneof(nothingLeftOut, someLeftOut),
      ({ shop, request }, limit, isEligible) => {
        expectFirstOfScan(shop, request, { limit, isEligible });
      },
    ),
    { numRuns: 300 },
  );
});

test('the same with more styles than are computed before a search: the sum of the attributes of an item ends early', () => {
  const values = 18;
  const items = Array.from({ length: values ** 3 }, (_, index) => ({
    sku: String(index),
    title: `Product ${index}`,
    webPrice: 10 + (index % 7),
    articleType: ['ring', 'chain'][index % 2] as string,
    size: null,
    attributes: {
      metal: `metal ${index % values}`,
      gem: `gem ${Math.trunc(index / values) % values}`,
      colour: `colour ${Math.trunc(index / values ** 2)}`,
    },
  }));
  const lines = Array.from({ length: 3_000 }, (_, index) => ({
    customer: Math.trunc(index / 3),
    item: (index * 37) % items.length,
    day: today - 1 - ((index * 11) % 300),
  }));
  const history = [5, 999].map((item) => ({ item, type: null, day: today - 20 }));
  const request = { history, anchors: [7], today, checkStock: true, sizedArticleTypes: new Set<string>() };
  const shop = { items, lines, inStock: items.map(() => true) };
  expect(new Set(snapshotOf(shop).catalogue.columns.styles).size).toBeGreaterThan(5_000);
  expectFirstOfScan(shop, request, { limit: 50, isEligible: (item) => item % 3 !== 0 });
});
