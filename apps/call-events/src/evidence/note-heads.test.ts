import { createLogger, createMetrics } from '@callside/service-kit';
import { createNoteHeads } from './note-heads.ts';

type Comparisons = Record<string, string[] | Error>;

/** A database and its instances. `today`: what the comparison of each brand that is due finds, or why it fails. */
function createInstances(count: number) {
  const broken = new Map<string, number>();
  let today: Comparisons = {};
  let clock = 0;
  const store = {
    findDue: async () => Object.keys(today),
    note: async (brandId: string) => {
      const { [brandId]: found = null, ...others } = today;
      today = others;
      if (found instanceof Error) throw found;
      if (found !== null) broken.set(brandId, found.length);
      return found;
    },
    countBroken: async () => [...broken.values()].reduce((sum, chains) => sum + chains, 0),
  };
  const instances = Array.from({ length: count }, () => {
    const metrics = createMetrics({ service: 'test' });
    const logger = createLogger({ service: 'test', level: 'silent' });
    return { metrics, noteHeads: createNoteHeads({ store, logger, metrics, now: () => clock }) };
  });
  /** Resolves to the counts of the instances after each has looked, in this order. */
  return async (day: Comparisons) => {
    today = day;
    clock += 60_000;
    const counts: (number | undefined)[] = [];
    for (const { metrics, noteHeads } of instances) {
      await noteHeads();
      const [value] = (await metrics.registry.getSingleMetric('evidence_chains_broken')?.get())?.values ?? [];
      counts.push(value?.value);
    }
    return counts;
  };
}

it('each instance counts what the last comparison of each brand found, whichever instance made it', async () => {
  const lookOn = createInstances(2);
  expect(await lookOn({ acme: ['rep 1'] })).toEqual([1, 1]);
  expect(await lookOn({ other: [] })).toEqual([1, 1]);
  expect(await lookOn({ acme: [] })).toEqual([0, 0]);
});

it('goes on with the other brands when one cannot be compared', async () => {
  expect(await createInstances(1)({ acme: new Error('statement timeout'), other: ['rep 1'] })).toEqual([1]);
});
