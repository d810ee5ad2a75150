import type { CallOffers } from '@callside/schemas';
import { callOffers, callState, callView, otherReference, reference } from '@callside/schemas/testing';
import fc from 'fast-check';
import { initialRepMemory, offersOf, type RepSignal, reduceRepMemory } from './rep-memory.ts';

const references = [reference, otherReference];
const anyOffers = fc
  .record({ call_reference: fc.constantFrom(...references), sequence: fc.integer({ min: 1, max: 30 }) })
  .map((members) => callOffers(members));

/** An `offers` message, or a snapshot that has them. */
function toSignal(offers: CallOffers, inSnapshot: boolean): RepSignal {
  if (!inSnapshot) return { type: 'offers', offers };
  const call = callView({ reference: offers.call_reference });
  return { type: 'call.state', state: { ...callState(1, call), offers } };
}

test('the highest sequence of each call wins, in any order of arrival and however often it arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyOffers, fc.boolean()), { maxLength: 20 }), (arrivals) => {
      const memory = arrivals
        .map(([offers, inSnapshot]) => toSignal(offers, inSnapshot))
        .reduce(reduceRepMemory, initialRepMemory);
      for (const one of references) {
        const sequences = arrivals.flatMap(([{ call_reference, sequence }]) =>
          call_reference === one ? [sequence] : [],
        );
        const shown = offersOf(memory, callView({ reference: one }));
        expect(shown?.sequence ?? null).toBe(sequences.length === 0 ? null : Math.max(...sequences));
      }
    }),
  );
});

test('an event of the same call keeps its offers, and another call has none of them', () => {
  const live = callView();
  const started = [
    { type: 'call.state', state: callState(5, live) },
    { type: 'offers', offers: callOffers({ call_reference: live.reference }) },
    { type: 'call.state', state: callState(6, { ...live, on_hold: true }) },
  ] satisfies RepSignal[];
  const memory = started.reduce(reduceRepMemory, initialRepMemory);
  expect(offersOf(memory, memory.call)).toMatchObject({ call_reference: live.reference });
  const next = callState(7, callView({ reference: otherReference }));
  const after = reduceRepMemory(memory, { type: 'call.state', state: next });
  expect(offersOf(after, after.call)).toBeNull();
});

test('offers in the form of a later release are ignored', () => {
  const state = { ...callState(5, callView()), offers: { something: 'new' } };
  const memory = reduceRepMemory(initialRepMemory, { type: 'call.state', state });
  expect(memory).toMatchObject({ version: 5, offers: [] });
});
