import { anEvent, everyRep, now } from '../../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../../test/support/memory-store.ts';
import type { NewCallEvent } from '../rules/call-event.ts';
import type { BatchDecision } from '../rules/decide-batch.ts';
import { EventBatches } from './event-batches.ts';

const long = 'x'.repeat(900_000);
const small = (brandId: string) => anEvent({ event: 'recording-paused', brandId });

/** On a store that keeps the batches of long events waiting until `write` is called. */
function setUp() {
  const memory = new MemoryStore(everyRep);
  let write = () => {};
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  /** The sizes of the batches of long events. */
  const longBatches: number[] = [];
  const begin = async (events: readonly NewCallEvent[]) => {
    if (events.some(({ metadata, eventId }) => metadata.length + (eventId?.length ?? 0) > 16 * 1024)) {
      longBatches.push(events.length);
      await written;
    }
    return {
      context: memory.contextOf(events, now),
      commit: async (decision: BatchDecision) => memory.keepDecision(decision),
      end: async () => {},
    };
  };
  const batches = new EventBatches({
    store: { begin, beginWaiting: (event) => begin([event]) },
    onBatch: () => {},
    onCommit: () => {},
    now: () => 0,
  });
  const brands = () => memory.log.map(({ event }) => event.brandId);
  return { batches, brands, longBatches, write: () => write() };
}

test.each([
  ['metadata', anEvent({ metadata: JSON.stringify({ long }) })],
  ['an id', anEvent({ eventId: long, eventKey: 'digest' })],
])('a small event of another brand is recorded while events with long %s are written', async (_what, event) => {
  const { batches, brands, write } = setUp();
  const longOnes = Array.from({ length: 8 }, () => batches.record(event));
  await batches.record(small('brand-2'));
  expect(brands()).toEqual(['brand-2']);
  write();
  await Promise.all(longOnes);
});

test('long events are written in batches of half a megabyte, or one, at a time', async () => {
  const { batches, longBatches, write } = setUp();
  const metadata = JSON.stringify({ long });
  const longOnes = Array.from({ length: 3 }, () => batches.record(anEvent({ metadata })));
  const shorter = JSON.stringify({ long: long.slice(0, 200_000) });
  longOnes.push(...Array.from({ length: 4 }, () => batches.record(anEvent({ metadata: shorter }))));
  await batches.record(small('brand-2'));
  expect(longBatches).toEqual([1]);
  write();
  await Promise.all(longOnes);
  expect(longBatches).toEqual([1, 1, 1, 3, 1]);
});
