import fc from 'fast-check';
import { shopsWithRequests, snapshotOf, today } from '../../../test/support/small-shops.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { type Resting, restsOf } from './rests.ts';

const nothing: Resting = { justBoughtDays: 0, restDays: 0, declined: [], returned: [] };

const day = fc.integer({ min: today - 900, max: today });

function restingOf(items: number): fc.Arbitrary<Resting> {
  const item = fc.integer({ min: 0, max: Math.max(0, items - 1) });
  return fc.record({
    justBoughtDays: fc.constantFrom(0, 1, 3, 365),
    restDays: fc.constantFrom(0, 1, 30),
    declined: fc.array(fc.record({ item, day, call: fc.constantFrom('a', 'b'), hasIt: fc.boolean() }), {
      maxLength: items === 0 ? 0 : 6,
    }),
    returned: fc.array(fc.record({ item, day }), { maxLength: items === 0 ? 0 : 4 }),
  });
}

const cases = shopsWithRequests.chain(({ shop, request }) =>
  restingOf(shop.items.length).map((resting) => ({ shop, request, resting })),
);

test('nothing that rests is offered, and everything else as without the rules', () => {
  fc.assert(
    fc.property(cases, ({ shop, request, resting }) => {
      const snapshot = snapshotOf(shop);
      const asked = { ...request, resting };
      const rests = restsOf(snapshot, asked);
      const candidates = prepareOffers(snapshot, asked);
      for (const { item } of selectOffers(candidates, null, 10)) expect(rests.has(item)).toBe(false);
      for (const reasons of rests.values()) {
        expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
        expect(reasons.every(({ code, since }) => (code === 'anchor') === (since === null))).toBe(true);
      }
      const offered = (resting: Resting | undefined) =>
        selectOffers(prepareOffers(snapshot, { ...request, resting }), null, 10);
      expect(offered(nothing)).toEqual(offered(undefined));
    }),
    { numRuns: 60 },
  );
});

test('a caller who bought something today is served as the tasks of training are: it is an anchor of the history before it', () => {
  fc.assert(
    fc.property(shopsWithRequests, ({ shop, request }) => {
      const snapshot = snapshotOf(shop);
      const history = request.history.filter((line) => line.day === null || line.day < today - 1);
      const resting = { ...nothing, justBoughtDays: 1 };
      const types = snapshot.catalogue.columns.types;
      const ofToday = request.anchors.map((item) => ({ item, type: types[item] as number, day: today }));
      const served = prepareOffers(snapshot, { ...request, anchors: [], history: [...ofToday, ...history], resting });
      const learnt = prepareOffers(snapshot, { ...request, history, resting });
      expect(served.items).toEqual(learnt.items);
      expect(served.features).toEqual(learnt.features);
    }),
    { numRuns: 60 },
  );
});
