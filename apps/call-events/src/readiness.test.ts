import type { Query } from '@callside/database';
import { createReadiness } from './readiness.ts';

const writable: Query = async () => [{ writable: true }] as never;
const readinessOf = ({ isFenced, redis }: { isFenced: boolean; redis: 'up' | 'down' }) =>
  createReadiness({
    query: writable,
    delivery: { status: () => ({ redis, isFenced, sockets: { tabs: 0, companions: 0 } }) },
  })();

test('an instance that reaches the database is ready, also without Redis', async () => {
  expect(await readinessOf({ isFenced: false, redis: 'down' })).toMatchObject({ ok: true, degraded: true });
});

test('a fenced instance is not ready', async () => {
  expect(await readinessOf({ isFenced: true, redis: 'up' })).toMatchObject({
    ok: false,
    sections: { database: 'up', fenced: true },
  });
});
