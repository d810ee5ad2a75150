import fc from 'fast-check';
import { shopsWithRequests, snapshotOf } from '../../../test/support/small-shops.ts';
import { prepareOffers } from '../offers.ts';
import type { CategoryAffinity } from '../purchase-index/category-affinity.ts';
import type { RankingContext } from '../ranking-context.ts';
import { SparseAccumulator } from '../sparse-accumulator.ts';
import { goesWithAnchors, taste } from './taste.ts';

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

test('the items that fit best are the first ones of a scan of all items, in the same order even when fits are equal', () => {
  const nothingLeftOut = fc.constant(() => true);
  const someLeftOut = fc.integer({ min: 2, max: 4 }).map((divisor) => (item: number) => item % divisor !== 0);
  fc.assert(
    fc.property(
      shopsWithRequests,
      fc.integer({ min: 1, max: 6 }),
      fc.oneof(nothingLeftOut, someLeftOut),
      ({ shop, request }, limit, isEligible) => {
        const context = prepareOffers(snapshotOf(shop), request);
        const { afterAnchors, afterHistory } = context.expected;
        for (const [source, expected] of [[goesWithAnchors, afterAnchors] as const, [taste, afterHistory] as const]) {
          const found = source.find({ ...context, isEligible, limit, items: new SparseAccumulator(shop.items.length) });
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
      },
    ),
    { numRuns: 300 },
  );
});
