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

test('changes that wait when the instance stops are written and reported, and later ones are refused', async () => {
  const notified: string[] = [];
  const presence = new CompanionPresenceStore({
    prisma: database.prisma,
    onPresence: (userIds) => void notified.push(...userIds),
    onAcknowledged: () => {},
    onFailure: () => {},
  });
  const [first, second] = [(await newRepOf(deployment)).rep, (await newRepOf(deployment)).rep];
  const blocker = await deployment.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE companion_connections');
  const connecting = presence.connect('first', first.id);
  await until('its row waits', async () => {
    const waiting = `SELECT FROM pg_locks WHERE relation = 'companion_connections'::regclass AND NOT granted`;
    return (await deployment.query(waiting)).length > 0;
  });
  const alsoConnecting = presence.connect('second', second.id);
  const stopped = presence.stop();
  await expect(presence.connect('third', first.id)).rejects.toMatchObject({ code: 'unavailable' });
  await blocker.query('ROLLBACK');
  blocker.release();
  await Promise.all([connecting, alsoConnecting, stopped]);
  expect(new Set(notified)).toEqual(new Set([first.id, second.id]));
  expect(await deployment.query('SELECT id FROM companion_connections')).toEqual([]);
});

test('changes that wait when the instance stops fail if the database does', async () => {
  const cut = createDatabase({
    url: deployment.databaseUrl,
    maxConnections: 2,
    applicationName: 'cut',
    connectionTimeoutMs: 10_000,
  });
  const presence = new CompanionPresenceStore({
    prisma: cut.prisma,
    onPresence: () => {},
    onAcknowledged: () => {},
    onFailure: () => {},
  });
  const { rep } = await newRepOf(deployment);
  const blocker = await deployment.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE companion_connections');
  const outcomes = [presence.connect('first', rep.id)];
  const waiting = `SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                    WHERE relation = 'companion_connections'::regclass AND NOT granted`;
  await until('its row waits', async () => (await deployment.query(waiting)).length > 0);
  outcomes.push(presence.connect('second', rep.id));
  const settled = Promise.allSettled(outcomes);
  const stopped = presence.stop();
  await deployment.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await blocker.query('ROLLBACK');
  blocker.release();
  await stopped;
  await cut.close();
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
