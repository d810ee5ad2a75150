import { createDatabase, type Database } from '@callside/database';
import { until } from '@callside/test-kit';
import { CompanionPresenceStore } from '../../src/adapters/companion-presence-store.ts';
import { RepStateStore } from '../../src/adapters/rep-state-store.ts';
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
    onInstanceGone: () => {},
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
    onInstanceGone: () => {},
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
    onInstanceGone: () => {},
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

test('confirmations wait for a rep whom events have locked, without a lock on later reps: there is no deadlock', async () => {
  const repStates = new RepStateStore(database);
  const presence = new CompanionPresenceStore({
    prisma: database.prisma,
    onPresence: () => {},
    onAcknowledged: () => {},
    onInstanceGone: () => {},
    onFailure: () => {},
  });
  const { brand, rep } = await newRepOf(deployment);
  const [first = '', second = ''] = [rep.id, (await newRepOf(deployment, { brand })).rep.id].sort();
  // Without an order, rows are locked in that of the table or of the request.
  for (const id of [second, first]) {
    await deployment.query('INSERT INTO rep_state (user_id, brand_id) VALUES ($1, $2)', [id, brand.id]);
    await presence.connect(id, id);
    presence.acknowledge(id, 0);
  }
  await until('both have acknowledged', async () => {
    const rows = await deployment.query('SELECT FROM companion_connections WHERE acknowledged_sequence = 0');
    return rows.length === 2;
  });
  const events = await deployment.pool.connect();
  await events.query('BEGIN');
  await events.query('SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE', [first]);
  const kept = repStates.keepConfirmations([second, first]);
  await until('the confirmations wait', async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await deployment.query(waiting)).length > 0;
  });
  const locked = await events.query('SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE SKIP LOCKED', [second]);
  await events.query('ROLLBACK');
  events.release();
  expect(locked.rowCount).toBe(1);
  expect(new Set((await kept).map(({ userId }) => userId))).toEqual(new Set([first, second]));
  await presence.stop();
});
