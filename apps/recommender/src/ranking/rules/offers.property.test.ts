import fc from 'fast-check';
import {
  bought,
  type Line,
  requestsAbout,
  rowsOf,
  type SmallShop,
  shopsWithRequests,
  smallShops,
  snapshotOf,
  today,
} from '../../../test/support/small-shops.ts';
import type { CandidateSet, RequestContext } from './candidate-set.ts';
import { servedCandidates } from './candidates/generate-candidates.ts';
import { createCatalogue } from './catalogue.ts';
import { eligibilityOf } from './eligibility.ts';
import { featureNames } from './feature-registry.ts';
import { noMeaning } from './model-meaning.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { buildPurchaseIndex } from './purchase-index/purchase-index.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { signals } from './signals/signals.ts';

const numItems = fc.integer({ min: 1, max: 10 });
const numRuns = 60;

const scoresFor = ({ items }: CandidateSet) =>
  fc
    .array(fc.constantFrom(-3, -0.5, 0, 0.25, 7), { minLength: items.length, maxLength: items.length })
    .map((scores) => Float32Array.from(scores));

/** Offers of a shop, by the model's scores or in first-stage order (null). */
const rankings = shopsWithRequests.chain(({ shop, request }) => {
  const snapshot = snapshotOf(shop);
  const candidates = prepareOffers(snapshot, request);
  return fc.record({ scores: fc.option(scoresFor(candidates)), count: numItems }).map(({ scores, count }) => ({
    request,
    snapshot,
    candidates,
    scores,
    count,
    offers: selectOffers(candidates, scores && { scores, meaning: noMeaning }, count),
  }));
});

function eligibleItems(snapshot: RankingSnapshot, request: RequestContext): number[] {
  return snapshot.catalogue.items.map((_, item) => item).filter(eligibilityOf(snapshot, request));
}

/** The result of a request, comparable across snapshots. */
function answer(snapshot: RankingSnapshot, request: RequestContext) {
  const candidates = prepareOffers(snapshot, request);
  const { items, features, firstStageScores } = candidates;
  return { items, features, firstStageScores, offers: selectOffers(candidates, null, 10) };
}

test('offers are eligible, each once, ranked from 1, and as many as qualify up to the requested number', () => {
  fc.assert(
    fc.property(rankings, ({ snapshot, request, count, offers }) => {
      const eligible = eligibleItems(snapshot, request);
      const items = offers.map(({ item }) => item);
      expect(items.filter((item) => !eligible.includes(item))).toEqual([]);
      expect(new Set(items).size).toBe(items.length);
      expect(offers).toHaveLength(Math.min(eligible.length, count));
      expect(offers.map(({ rank }) => rank)).toEqual(offers.map((_, place) => place + 1));
    }),
    { numRuns },
  );
});

test('items out of stock, anchors and items of a sized type without a purchase are never offered', () => {
  fc.assert(
    fc.property(rankings, ({ snapshot, request, offers }) => {
      const { typeKeys, types } = snapshot.catalogue.columns;
      const bought = new Set([
        ...request.history.map(({ type }) => type),
        ...request.anchors.map((anchor) => types[anchor]),
      ]);
      for (const { item } of offers) {
        if (request.checkStock) expect(snapshot.inStock[item]).toBe(1);
        expect(request.anchors).not.toContain(item);
        const type = types[item] as number;
        if (request.sizedArticleTypes.has(typeKeys[type] as string)) expect(bought).toContain(type);
      }
    }),
    { numRuns },
  );
});

test('popularity fills the list: without any orders, everything that qualifies is offered to any customer', () => {
  fc.assert(
    fc.property(shopsWithRequests, numItems, ({ shop, request }, count) => {
      const catalogue = createCatalogue(shop.items, 'v');
      const snapshot = {
        catalogue,
        inStock: Uint8Array.from(shop.inStock, Number),
        purchases: buildPurchaseIndex(rowsOf([]), catalogue, today),
      };
      const offers = selectOffers(prepareOffers(snapshot, request), null, count);
      expect(offers).toHaveLength(Math.min(count, eligibleItems(snapshot, request).length));
    }),
    { numRuns },
  );
});

test('after the first three, offers are ordered by score; equal scores and offers without scores keep the first-stage order', () => {
  fc.assert(
    fc.property(rankings, ({ candidates, scores, offers, count }) => {
      const ranking = scores ?? candidates.firstStageScores;
      const rowOf = new Map(Array.from(candidates.items, (item, row) => [item, row]));
      const offered = offers.map(({ item }) => rowOf.get(item) as number);
      const rest = [...candidates.items.keys()]
        .filter((row) => !offered.slice(0, 3).includes(row))
        .sort((one, other) => (ranking[other] as number) - (ranking[one] as number) || one - other)
        .slice(0, Math.max(0, count - 3));
      if (!hasSizes(candidates)) expect(offered.slice(3)).toEqual(rest);
      if (!hasSizes(candidates) && offered.length > 0) expect(ranking[offered[0] as number]).toBe(Math.max(...ranking));
      expect(offers.map(({ score }) => score)).toEqual(offered.map((row) => ranking[row]));
      const width = featureNames.length;
      for (const [place, row] of offered.entries()) {
        expect(offers[place]?.features).toEqual(candidates.features.values.slice(row * width, (row + 1) * width));
      }
    }),
    { numRuns },
  );
});

/** Of a family, the size that the customer bought is offered, which may have a lower score. */
function hasSizes({ items, snapshot }: CandidateSet): boolean {
  return [...items].some((item) => !Number.isNaN(snapshot.catalogue.columns.sizes[item]));
}

test('slots count from 1 in order of their best rank, one for each article type', () => {
  fc.assert(
    fc.property(rankings, ({ snapshot, offers }) => {
      const { types } = snapshot.catalogue.columns;
      const inOrder = [...new Set(offers.map(({ item }) => types[item]))];
      expect(offers.map(({ slot }) => slot)).toEqual(
        offers.map(({ item }) => inOrder.indexOf(types[item] as number) + 1),
      );
    }),
    { numRuns },
  );
});

test('every offer has up to three different reasons: short codes, which may name a product of the history or an anchor', () => {
  fc.assert(
    fc.property(rankings, ({ snapshot, request, candidates, offers }) => {
      const known = [...request.anchors, ...request.history.flatMap(({ item }) => item ?? [])];
      const skus = new Set(known.map((item) => snapshot.catalogue.items[item]?.sku));
      for (const { reasons, item } of offers) {
        const row = candidates.items.indexOf(item) * signals.length;
        const listing = signals.filter((_, signal) => candidates.ranks[row + signal] !== 0);
        const names = listing.map(({ name }) => name);
        expect(reasons.length).toBeLessThanOrEqual(3);
        expect(new Set(reasons).size).toBe(reasons.length);
        for (const reason of reasons) {
          const [, code, sku] = /^([a-z_]+)(?::(\d+))?$/u.exec(reason) ?? [];
          expect(names).toContain(code);
          expect(sku !== undefined).toBe(listing.some(({ name, hasRelated }) => name === code && hasRelated));
          if (sku !== undefined) expect(skus).toContain(sku);
          expect(sku).not.toBe(snapshot.catalogue.items[item]?.sku);
        }
      }
    }),
    { numRuns },
  );
});

test('candidates are in first-stage order, each once, with a rank in some list', () => {
  fc.assert(
    fc.property(rankings, ({ candidates: { items, firstStageScores, ranks } }) => {
      expect(new Set(items).size).toBe(items.length);
      for (const [row, score] of firstStageScores.entries()) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(firstStageScores[row - 1] ?? score);
        const own = ranks.subarray(row * signals.length, (row + 1) * signals.length);
        expect(Math.max(...own)).toBeGreaterThan(0);
      }
      expect(ranks).toHaveLength(items.length * signals.length);
    }),
    { numRuns },
  );
});

test('all features are finite, for any shop and any request', () => {
  fc.assert(
    fc.property(shopsWithRequests, ({ shop, request }) => {
      const { items, features, scores } = prepareOffers(snapshotOf(shop), request);
      const bad = [...features.values].flatMap((value, place) =>
        Number.isFinite(value) ? [] : [`${featureNames[place % featureNames.length]} is ${value}`],
      );
      expect([...new Set(bad)]).toEqual([]);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(features.rowCount).toBe(items.length);
      expect(features.values).toHaveLength(items.length * featureNames.length);
    }),
    { numRuns: 150 },
  );
});

describe('with extreme data, all features are finite', () => {
  const items = ['a', 'b', 'c'].map((value, index) => ({
    sku: String(index),
    title: value,
    webPrice: 10 * index,
    articleType: value,
    size: null,
    attributes: Object.fromEntries(Array.from({ length: 12 }, (_, name) => [`property ${name}`, value])),
  }));
  const request: RequestContext = {
    history: [{ item: 0, type: null, day: today - 1 }],
    anchors: [],
    today,
    checkStock: false,
    sizedArticleTypes: new Set(),
  };
  const ordersOf = (day: number): Line[] => [0, 1, 2].map((item) => ({ customer: 1, item, day }));
  const expectFinite = (snapshot: RankingSnapshot, asked: RequestContext) => {
    const { items: found, features } = prepareOffers(snapshot, asked);
    expect(found).toHaveLength(3 - asked.anchors.length);
    expect(features.values.every(Number.isFinite)).toBe(true);
  };

  it.each([-719_162, -100_000, -25_567, 0])(
    'all features are finite when all orders and histories are of the day %i',
    (day) => {
      const snapshot = snapshotOf({ items, lines: ordersOf(day), inStock: [true, true, true] });
      expectFinite(snapshot, request);
      expectFinite(snapshot, { ...request, history: [{ item: 0, type: null, day }] });
      expectFinite(snapshot, { ...request, anchors: [1] });
    },
  );

  it('all features are finite for values that almost no customer buys, and that are always bought together', () => {
    const snapshot = snapshotOf({ items, lines: ordersOf(today - 10), inStock: [true, true, true] });
    const affinities = snapshot.purchases.affinities.map((affinity) => {
      return { ...affinity, shares: affinity.shares.map((share) => share * 1e-7) };
    });
    const rare = { ...snapshot, purchases: { ...snapshot.purchases, affinities } };
    expectFinite(rare, request);
    expectFinite(rare, { ...request, anchors: [1] });
  });
});

test('neither the order of history lines nor their repetition on a day makes a difference', () => {
  const asked = shopsWithRequests.chain(({ shop, request }) => {
    const dated = request.history.filter(({ item }) => item !== null);
    const size = request.history.length + dated.length;
    return fc.record({
      snapshot: fc.constant(snapshotOf(shop)),
      request: fc.constant(request),
      mixed: fc.shuffledSubarray([...request.history, ...dated], { minLength: size, maxLength: size }),
    });
  });
  fc.assert(
    fc.property(asked, ({ snapshot, request, mixed }) => {
      expect(answer(snapshot, { ...request, history: mixed })).toEqual(answer(snapshot, request));
    }),
    { numRuns },
  );
});

test('the order of catalogue and order rows makes no difference', () => {
  const mixed = shopsWithRequests.chain(({ shop, request }) =>
    fc.record({
      shop: fc.constant(shop),
      request: fc.constant(request),
      items: fc.shuffledSubarray(shop.items, { minLength: shop.items.length, maxLength: shop.items.length }),
      lines: fc.shuffledSubarray(shop.lines, { minLength: shop.lines.length, maxLength: shop.lines.length }),
    }),
  );
  fc.assert(
    fc.property(mixed, ({ shop, request, items, lines }) => {
      expect(answer(snapshotOf({ ...shop, items, lines }), request)).toEqual(answer(snapshotOf(shop), request));
    }),
    { numRuns: 50 },
  );
});

test('a request has one answer, independent of earlier requests and of their snapshots', () => {
  const asked = fc.tuple(smallShops, smallShops).chain((shops) =>
    fc.tuple(
      fc.constant(shops),
      fc.array(
        fc
          .constantFrom(0, 1)
          .chain((which) => requestsAbout(shops[which] as SmallShop).map((request) => ({ which, request }))),
        { minLength: 2, maxLength: 8 },
      ),
    ),
  );
  fc.assert(
    fc.property(asked, ([shops, requests]) => {
      const snapshots = shops.map(snapshotOf);
      for (const { which, request } of requests) {
        const fresh = answer(snapshotOf(shops[which] as SmallShop), request);
        expect(answer(snapshots[which] as RankingSnapshot, request)).toEqual(fresh);
      }
    }),
    { numRuns: 40 },
  );
});

describe('in a shop of many products', () => {
  const items = Array.from({ length: 1_500 }, (_, index) => ({
    sku: String(index + 1),
    title: `Product ${index}`,
    webPrice: (index * 37) % 200,
    articleType: ['Ring', 'Chain', 'Charm'][index % 3] as string,
    size: index % 3 === 0 ? 5 + (index % 5) : null,
    attributes: { metal: ['gold', 'silver', 'steel'][index % 7] ?? 'brass' },
  }));
  const lines: Line[] = Array.from({ length: 4_000 }, (_, index) => ({
    customer: index % 300,
    item: (index * 7919) % 1_000,
    day: today - 1 - ((index * 31) % 500),
  }));
  const snapshot = snapshotOf({ items, lines, inStock: items.map((_, index) => index % 10 !== 0) });
  const request: RequestContext = {
    history: [],
    anchors: [],
    today,
    checkStock: true,
    sizedArticleTypes: new Set(['ring']),
  };
  const anchors = Array.from({ length: 1_000 }, (_, index) => index);
  const history = Array.from({ length: 2_000 }, (_, index) => ({
    item: (index * 13) % 1_500,
    type: null,
    day: today - (index % 700),
  }));

  it.each([
    ['nobody', request],
    ['a customer of a thousand anchors', { ...request, anchors }],
    ['a customer of thousands of lines', { ...request, history }],
    ['a customer with both', { ...request, anchors, history }],
  ])('%s is offered ten different items that qualify, from at most as many candidates as are ranked', (_, asked) => {
    const candidates = prepareOffers(snapshot, asked);
    expect(candidates.items.length).toBeLessThanOrEqual(servedCandidates);
    expect(candidates.features.values.every(Number.isFinite)).toBe(true);
    const offers = selectOffers(candidates, null, 10);
    expect(offers).toHaveLength(10);
    expect(offers.every(({ item }) => eligibilityOf(snapshot, asked)(item))).toBe(true);
  });

  it('the few items that qualify are found, although no customer bought them', () => {
    const rare = snapshotOf({ items, lines, inStock: items.map((_, index) => index >= 1_494) });
    const offers = selectOffers(prepareOffers(rare, { ...request, history }), null, 10);
    expect(offers.map(({ item }) => item).sort()).toEqual([1494, 1495, 1496, 1497, 1498, 1499]);
  });
});

describe('among products of few and many buyers', () => {
  const product = (sku: number, articleType: string) => {
    return { sku: String(sku), title: `Product ${sku}`, webPrice: 20, articleType, size: null, attributes: {} };
  };
  const items = Array.from({ length: 30 }, (_, index) => product(index + 1, index % 2 === 0 ? 'chain' : 'charm'));
  const lines = [
    ...Array.from({ length: 20 }, (_, customer) => bought(customer, 40, 3, 4)).flat(),
    ...Array.from({ length: 60 }, (_, index) => bought(100 + index, 20, 7)).flat(),
  ];
  const catalogue = createCatalogue(items, 'v');
  const snapshot = {
    catalogue,
    inStock: new Uint8Array(items.length).fill(1),
    purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
  };
  const ask = (request: Partial<RequestContext>) =>
    selectOffers(
      prepareOffers(snapshot, {
        history: [],
        anchors: [],
        today,
        checkStock: true,
        sizedArticleTypes: new Set(),
        ...request,
      }),
      null,
      3,
    );

  it('a customer without history is offered the bestseller first', () => {
    expect(ask({})[0]).toEqual(expect.objectContaining({ item: 7, reasons: expect.arrayContaining(['popular']) }));
  });

  it('the item that goes with the anchor comes first, with that reason', () => {
    const [first] = ask({ anchors: [3] });
    expect(first?.item).toBe(4);
    expect(first?.reasons[0]).toBe('often_bought_with:4');
  });

  it('the item that the customer buys repeatedly comes first, with that reason', () => {
    const history = [90, 60, 30].map((daysAgo) => ({ item: 15, type: null, day: today - daysAgo }));
    const [first] = ask({ history });
    expect(first?.item).toBe(15);
    expect(first?.reasons[0]).toBe('own_repeat');
  });
});
