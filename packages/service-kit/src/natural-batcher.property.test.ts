import fc from 'fast-check';
import { createNaturalBatcher } from './natural-batcher.ts';

class ItemFault extends Error {}

interface Item {
  number: number;
  isBad: boolean;
}

const arrivals = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 25 })
  .map((bad) => bad.map((isBad, number): Item => ({ number, isBad })));

describe('createNaturalBatcher, for any timing of items and runs', () => {
  it('runs one batch at a time, in order, each with everything that had queued', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), arrivals, fc.integer({ min: 1, max: 8 }), async (scheduler, items, maxItems) => {
        const batches: number[][] = [];
        let running = 0;
        let waiting = 0;
        const add = createNaturalBatcher<Item, number>({
          maxItems,
          run: async (batch) => {
            running += 1;
            expect(running).toBe(1);
            expect(batch.length).toBe(Math.min(waiting, maxItems));
            waiting -= batch.length;
            batches.push(batch.map(({ number }) => number));
            await scheduler.schedule(Promise.resolve(), 'run');
            running -= 1;
            return batch.map(({ number }) => number * 2);
          },
        });
        const answers: Promise<number>[] = [];
        const adding = scheduler.scheduleSequence(
          items.map((item) => async () => {
            waiting += 1;
            answers.push(add(item));
          }),
        );
        await scheduler.waitFor(adding.task);
        const results = await scheduler.waitFor(Promise.all(answers));
        expect(batches.flat()).toEqual(items.map(({ number }) => number));
        expect(results).toEqual(items.map(({ number }) => number * 2));
      }),
    );
  });

  it('rejects exactly the bad items and runs each good one once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), arrivals, fc.integer({ min: 1, max: 8 }), async (scheduler, items, maxItems) => {
        const saved: number[] = [];
        const add = createNaturalBatcher<Item, number>({
          maxItems,
          isItemFault: (error) => error instanceof ItemFault,
          run: async (batch) => {
            await scheduler.schedule(Promise.resolve(), 'run');
            if (batch.some(({ isBad }) => isBad)) throw new ItemFault();
            saved.push(...batch.map(({ number }) => number));
            return batch.map(({ number }) => number);
          },
        });
        const outcomes: Promise<string>[] = [];
        const adding = scheduler.scheduleSequence(
          items.map((item) => async () => {
            outcomes.push(
              add(item).then(
                () => 'saved',
                () => 'refused',
              ),
            );
          }),
        );
        await scheduler.waitFor(adding.task);
        const results = await scheduler.waitFor(Promise.all(outcomes));
        expect(saved).toEqual(items.filter(({ isBad }) => !isBad).map(({ number }) => number));
        expect(results).toEqual(items.map(({ isBad }) => (isBad ? 'refused' : 'saved')));
      }),
    );
  });
});
