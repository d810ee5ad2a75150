import { setTimeout as pause } from 'node:timers/promises';
import { anEvent, everyRep, now } from '../../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../../test/support/memory-store.ts';
import type { NewCallEvent } from '../rules/call-event.ts';
import type { BatchDecision } from '../rules/decide-batch.ts';
import { EventBatches } from './event-batches.ts';

const long = { metadata: JSON.stringify({ note: 'x'.repeat(20_000) }) };

/**
 * Batches on a store in memory that needs more time for its first batch, or for long events. `isHeldUp`: the first batch fails before its
 * reps are found.
 */
function setUp(slow: 'first' | 'long', { isHeldUp = false } = {}) {
  const memory = new MemoryStore(everyRep);
  let begun = 0;
  const begin = async (events: readonly NewCallEvent[]) => {
    begun += 1;
    const isSlow = slow === 'first' ? begun === 1 : events.some(({ metadata }) => metadata.length > 10_000);
    await pause(isSlow ? 50 : 1);
    if (isHeldUp && begun === 1) throw Object.assign(new Error('lock timeout'), { code: '55P03' });
    return {
      context: memory.contextOf(events, now),
      commit: async (decision: BatchDecision) => memory.keepDecision(decision),
      end: async () => {},
    };
  };
  return new EventBatches({
    store: {
      begin,
      beginWaiting: async (event) => {
        await pause(isHeldUp ? 50 : 0);
        return begin([event]);
      },
    },
    onBatch: () => {},
    onCommit: () => {},
    now: () => 0,
  });
}

it.each([
  { title: 'a long start and a short pause', slow: 'long' as const, start: long, pauseFields: {} },
  { title: 'a short start and a long pause', slow: 'first' as const, start: {}, pauseFields: long },
])('$title of one agent are decided in the order in which they came', async ({ slow, start, pauseFields }) => {
  const batches = setUp(slow);
  // The short start waits for this one.
  const earlier = batches.record(anEvent({ event: 'hold-started' }));
  const outcomes = await Promise.all([
    batches.record(anEvent(start)),
    batches.record(anEvent({ event: 'recording-paused', ...pauseFields })),
  ]);
  await earlier;
  const paused = outcomes.map((outcome) => outcome.kind === 'recorded' && outcome.rep?.state.recordingPaused);
  expect(paused).toEqual([false, true]);
});

it('an event waits for an earlier one of its agent that was held up before the rep was found', async () => {
  const batches = setUp('first', { isHeldUp: true });
  const first = batches.record(anEvent());
  // The next batch.
  await pause(60);
  const outcomes = await Promise.all([first, batches.record(anEvent({ event: 'recording-paused' }))]);
  const paused = outcomes.map((outcome) => outcome.kind === 'recorded' && outcome.rep?.state.recordingPaused);
  expect(paused).toEqual([false, true]);
});
