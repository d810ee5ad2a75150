import { createSecretBox } from '@callside/auth';
import type { Query } from '@callside/database';
import { IntegrationStore } from './integrations.store.ts';

const box = createSecretBox({ secrets: ['a secret that is only good for tests'] });

/** A store on a table with one platform, whose queries are counted. */
function setUp() {
  const table = { secret: 'one' as string | null, fails: false, queries: 0, clock: 0 };
  const query = async (_text: string, [, platform]: readonly unknown[] = []) => {
    table.queries += 1;
    if (table.fails) throw new Error('no database');
    if (platform !== 'twilio' || table.secret === null) return [];
    return [{ secret_sealed: box.seal(table.secret) }];
  };
  const store = new IntegrationStore({ query: query as Query, box, now: () => table.clock });
  return { table, store };
}

it('the store queries the database at most once a second for a platform, switched on or not', async () => {
  const { table, store } = setUp();
  for (const [platform, found] of [
    ['twilio', { secret: 'one' }],
    ['aircall', null],
  ] as const) {
    const before = table.queries;
    const answers = await Promise.all(Array.from({ length: 100 }, () => store.find('acme', platform)));
    for (const answer of answers) expect(answer).toEqual(found);
    expect(table.queries).toBe(before + 1);
  }
});

it('the store returns a change after a second', async () => {
  const { table, store } = setUp();
  await store.find('acme', 'twilio');
  table.secret = 'two';
  table.clock = 999;
  expect(await store.find('acme', 'twilio')).toEqual({ secret: 'one' });
  table.clock = 1_000;
  expect(await store.find('acme', 'twilio')).toEqual({ secret: 'two' });
});

it('the store queries again at once after a failure', async () => {
  const { table, store } = setUp();
  table.fails = true;
  await expect(store.find('acme', 'twilio')).rejects.toThrow('no database');
  table.fails = false;
  expect(await store.find('acme', 'twilio')).toEqual({ secret: 'one' });
});
