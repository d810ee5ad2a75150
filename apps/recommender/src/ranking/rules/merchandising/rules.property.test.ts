import { type MerchandisingRule, ruleSchema } from '@callside/schemas';
import fc from 'fast-check';
import { keyOf, shopsWithRequests, snapshotOf, today } from '../../../../test/support/small-shops.ts';
import type { CandidateSet } from '../candidate-set.ts';
import { eligibilityOf } from '../eligibility.ts';
import { noMeaning } from '../model-meaning.ts';
import { prepareOffers, selectOffers } from '../offers.ts';
import { actedRules } from './acted-rules.ts';
import { rulesInForce } from './rules-in-force.ts';

const sku = fc.integer({ min: 0, max: 15 }).map((index) => String(10 + 7 * index));
const articleType = fc.constantFrom('rings', 'Bracelet', 'pendant', 'watch', 'none such');
const target = fc.oneof(
  fc.record({ sku }),
  fc.record({ article_type: articleType }),
  fc.record({ attribute: fc.constantFrom('metal', 'gem'), value: fc.constantFrom('GOLD', 'opal') }),
);
const day = fc.constantFrom(null, '2026-08-31', '2026-09-01', '2026-09-02');
const kinds = fc.oneof(
  fc.record({ kind: fc.constant('pin'), sku, rank: fc.integer({ min: 1, max: 10 }) }),
  target.map((named) => ({ kind: 'block', ...named })),
  fc
    .record({ named: target, factor: fc.constantFrom(0.1, 2, 50) })
    .map(({ named, factor }) => ({ kind: 'boost', ...named, factor })),
  fc.record({ kind: fc.constant('cap'), article_type: articleType, most: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('min_price'), price: fc.constantFrom(0.02, 20, 500) }),
);
const rules: fc.Arbitrary<MerchandisingRule[]> = fc
  .array(
    fc.record({ kind: kinds, from: day, condition: fc.constantFrom('always', 'with_anchors', 'without_anchors') }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map(({ kind, from, condition }, index) =>
      ruleSchema.parse({ name: `rule-${index}`, ...kind, ...(from !== null && { from }), condition }),
    ),
  );

const ruled = shopsWithRequests.chain(({ shop, request }) =>
  fc.record({ rules, count: fc.integer({ min: 1, max: 10 }) }).chain(({ rules: list, count }) => {
    const snapshot = { ...snapshotOf(shop), rules: list };
    const candidates = prepareOffers(snapshot, request);
    const models = fc
      .array(fc.constantFrom(-3, -0.5, 0, 0.25, 7), {
        minLength: candidates.items.length,
        maxLength: candidates.items.length,
      })
      .map((values) => ({ scores: Float32Array.from(values), meaning: noMeaning }));
    const explorations = fc.option(
      fc.record({ rate: fc.constantFrom(0, 0.2, 1), draw: fc.double({ min: 0, max: 0.99, noNaN: true }) }),
    );
    return fc.tuple(fc.option(models), explorations).map(([model, exploration]) => {
      const offers = selectOffers(candidates, model, count, exploration);
      const plain = selectOffers(candidates, model, count);
      return { shop, request, snapshot, rules: list, count, candidates, offers, plain, exploration };
    });
  }),
);
const numRuns = 200;

/** The rules of a kind that act on the request. */
function acting(list: readonly MerchandisingRule[], { request }: CandidateSet, kind: MerchandisingRule['kind']) {
  return list.filter(
    (rule) =>
      rule.kind === kind &&
      (rule.from ?? '') <= '2026-09-01' &&
      (rule.condition === 'always' || (rule.condition === 'with_anchors') === request.anchors.length > 0),
  );
}

test('no rule makes a product eligible: offers are eligible, each once, also the pinned ones', () => {
  fc.assert(
    fc.property(ruled, ({ snapshot, request, offers }) => {
      const isEligible = eligibilityOf(snapshot, request);
      expect(offers.filter(({ item }) => !isEligible(item))).toEqual([]);
      expect(new Set(offers.map(({ item }) => item)).size).toBe(offers.length);
      expect(offers.map(({ rank }) => rank)).toEqual(offers.map((_, place) => place + 1));
    }),
    { numRuns },
  );
});

test('blocked products and products below a minimum price are never offered', () => {
  fc.assert(
    fc.property(ruled, ({ shop, rules: list, candidates, offers }) => {
      for (const { item } of offers) {
        const product = shop.items[item];
        if (product === undefined) throw new Error('no such product');
        for (const rule of acting(list, candidates, 'block')) {
          if (rule.sku !== undefined) expect(product.sku).not.toBe(rule.sku);
          if (rule.article_type !== undefined)
            expect(keyOf(product.articleType)).not.toBe(rule.article_type.toLowerCase().replace(/s$/, ''));
          if (rule.attribute !== undefined) {
            expect(product.attributes[rule.attribute]?.trim().toLowerCase()).not.toBe(rule.value?.toLowerCase());
          }
        }
        for (const { price = 0 } of acting(list, candidates, 'min_price')) {
          expect(product.webPrice).toBeGreaterThanOrEqual(price);
        }
      }
    }),
    { numRuns },
  );
});

test('no list has more offers of an article type than its cap', () => {
  fc.assert(
    fc.property(ruled, ({ shop, rules: list, candidates, offers }) => {
      for (const { article_type = '', most = 0 } of acting(list, candidates, 'cap')) {
        const key = article_type.toLowerCase().replace(/s$/, '');
        expect(
          offers.filter(({ item }) => keyOf(shop.items[item]?.articleType ?? '') === key).length,
        ).toBeLessThanOrEqual(most);
      }
    }),
    { numRuns },
  );
});

test('a list is as long as the eligible products and the caps allow', () => {
  fc.assert(
    fc.property(ruled, ({ snapshot, request, candidates, count, offers }) => {
      const rulesNow = rulesInForce(snapshot.rules, {
        catalogue: snapshot.catalogue,
        today,
        hasAnchors: request.anchors.length > 0,
      });
      const isEligible = eligibilityOf(snapshot, request);
      const left = new Map(rulesNow.caps.map(({ type, most }) => [type, most]));
      for (const { type, most } of rulesNow.caps) left.set(type, Math.min(most, left.get(type) ?? most));
      const possible = snapshot.catalogue.items.filter((_, item) => {
        if (!isEligible(item) || rulesNow.refusing(item) !== null) return false;
        const type = snapshot.catalogue.columns.types[item] as number;
        const room = left.get(type) ?? 1;
        if (left.has(type)) left.set(type, room - 1);
        return room > 0;
      });
      expect(candidates.items.length).toBeGreaterThanOrEqual(offers.length);
      expect(offers).toHaveLength(Math.min(count, possible.length));
    }),
    { numRuns },
  );
});

test('an eligible pinned product is on its place, unless the list is shorter, a cap is reached or another pin has the place', () => {
  fc.assert(
    fc.property(ruled, ({ snapshot, request, rules: list, candidates, count, offers }) => {
      const pins = acting(list, candidates, 'pin');
      const isFree = pins.length === 1 && acting(list, candidates, 'cap').length === 0;
      const [pin] = pins;
      if (!isFree || pin === undefined) return;
      const { rules: now } = candidates;
      const item = snapshot.catalogue.indexOfSku(pin.sku ?? '');
      if (item === undefined || !eligibilityOf(snapshot, request)(item) || now.refusing(item) !== null) return;
      const rank = pin.rank ?? 1;
      const at = offers.findIndex((offer) => offer.item === item);
      if (offers.length >= rank) expect(at).toBe(rank - 1);
      if (at !== -1 && rank <= count) expect(offers[at]?.rules).toContain(pin.name);
    }),
    { numRuns },
  );
});

test('exploration changes nothing but the last of at least four offers, and never a pinned one', () => {
  fc.assert(
    fc.property(ruled, ({ count, offers, plain, exploration }) => {
      const items = (list: typeof offers) => list.map(({ item }) => item);
      expect(items(offers.slice(0, -1))).toEqual(items(plain.slice(0, -1)));
      for (const { propensity } of offers.slice(0, -1)) expect(propensity).toBeNull();
      const last = offers.at(-1);
      const isOpen = (exploration?.rate ?? 0) > 0 && count > 3 && offers.length === count;
      if (!isOpen || last === undefined || last.propensity === null) {
        expect(items(offers)).toEqual(items(plain));
        if (!isOpen) expect(last?.propensity ?? null).toBeNull();
      }
    }),
    { numRuns },
  );
});

test('only rules in force are named, each once and in order', () => {
  fc.assert(
    fc.property(ruled, ({ rules: list, candidates, offers }) => {
      const inForce = (['pin', 'block', 'boost', 'cap', 'min_price'] as const).flatMap((kind) =>
        acting(list, candidates, kind),
      );
      const named = actedRules(candidates, offers, candidates.firstStageScores);
      expect(inForce.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
      expect(named).toEqual([...new Set(named)].sort());
      for (const { rules: ofOffer } of offers) expect(named).toEqual(expect.arrayContaining([...ofOffer]));
    }),
    { numRuns },
  );
});
