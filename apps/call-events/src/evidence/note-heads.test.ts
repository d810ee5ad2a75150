import { createLogger, createMetrics } from '@callside/service-kit';
import { createNoteHeads } from './note-heads.ts';

/** A run for each day: what the comparison of each brand finds, or why it fails. */
async function after(...days: Record<string, string[] | Error>[]): Promise<number | undefined> {
  let today: Record<string, string[] | Error> = {};
  let clock = 0;
  const metrics = createMetrics({ service: 'test' });
  const noteHeads = createNoteHeads({
    store: {
      findDue: async () => Object.keys(today),
      note: async (brandId) => {
        const found = today[brandId] ?? null;
        if (found instanceof Error) throw found;
        return found;
      },
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics,
    now: () => clock,
  });
  for (const day of days) {
    today = day;
    clock += 60_000;
    await noteHeads();
  }
  const [value] = (await metrics.registry.getSingleMetric('evidence_chains_broken')?.get())?.values ?? [];
  return value?.value;
}

it('counts a broken chain until its own brand is compared again', async () => {
  expect(await after({ acme: ['rep 1'] }, { other: [] })).toBe(1);
  expect(await after({ acme: ['rep 1'] }, { acme: [] })).toBe(0);
});

it('goes on with the other brands when one cannot be compared', async () => {
  expect(await after({ acme: new Error('statement timeout'), other: ['rep 1'] })).toBe(1);
});
