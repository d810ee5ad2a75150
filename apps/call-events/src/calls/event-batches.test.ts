import { anEvent, everyRep, now } from '../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../test/support/memory-store.ts';
import { EventBatches } from './event-batches.ts';
import type { NewCallEvent } from './rules/call-event.ts';
import type { BatchDecision } from './rules/decide-batch.ts';

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

test('long events are written in batches of about a megabyte, one at a time', async () => {
  const { batches, longBatches, write } = setUp();
  const metadata = JSON.stringify({ long });
  const longOnes = Array.from({ length: 5 }, () => batches.record(anEvent({ metadata })));
  await batches.record(small('brand-2'));
  expect(longBatches).toEqual([2]);
  write();
  await Promise.all(longOnes);
  expect(longBatches).toEqual([2, 2, 1]);
});
