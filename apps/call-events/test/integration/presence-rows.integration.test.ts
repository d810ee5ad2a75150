import { createDatabase, type Database } from '@callside/database';
import { until } from '@callside/test-kit';
import { CompanionPresenceStore } from '../../src/adapters/companion-presence-store.ts';
import { type Deployment, deploy, newRepOf } from '../support/deployment.ts';

let deployment: Deployment;
let database: Database;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  database = createDatabase({
    url: deployment.databaseUrl,
    maxConnections: 2,
    applicationName: 'test',
    connectionTimeoutMs: 10_000,
  });
});
afterAll(async () => {
  await database.close();
  await deployment.close();
});

test('an instance that others removed writes all its companions again, also when one of them acknowledges first', async () => {
  const presence = new CompanionPresenceStore({
    prisma: database.prisma,
    onPresence: () => {},
    onAcknowledged: () => {},
    onFailure: () => {},
  });
  const { rep } = await newRepOf(deployment);
  await presence.connect('one', rep.id);
  await presence.connect('two', rep.id);
  await deployment.query('DELETE FROM service_instances');
  expect(await deployment.query('SELECT id FROM companion_connections')).toEqual([]);
  presence.acknowledge('one', 0);
  await until('both are on file again', async () => {
    const rows = await deployment.query<{ id: string }>('SELECT id FROM companion_connections ORDER BY id');
    return rows.map(({ id }) => id).join() === 'one,two';
  });
  await presence.stop();
});
