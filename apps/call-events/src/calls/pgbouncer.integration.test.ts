import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '@callside/database';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { findFreePort, ServerProcess } from '@callside/embedded';
import { builtService, describeWith, ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf } from '../../test/support/deployment.ts';

const parameters = 'extra_float_digits,statement_timeout,idle_in_transaction_session_timeout';

describeWith({ pgbouncer: 'pgbouncer' })('PgBouncer', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function through(database: TestDatabase, poolMode: string, ignored = parameters): Promise<string> {
    const bouncer = await startPgBouncer(database.url, poolMode, ignored);
    closing.push(bouncer.stop);
    return bouncer.url;
  }

  async function newDatabase(create = createTestDatabase): Promise<TestDatabase> {
    const database = await create();
    closing.push(() => database.drop());
    return database;
  }

  async function endOfStart(databaseUrl: string): Promise<{ code: number | null; log: string }> {
    const settings = { DATABASE_URL: databaseUrl, SESSION_SECRET: 'a secret that is only good for tests' };
    const service = ServiceProcess.spawn({ program: builtService('call-events'), settings });
    closing.push(() => service.stop());
    const { code } = await service.ended();
    return { code, log: service.log };
  }

  test('in session mode a call reaches a tab', async () => {
    const deployment: Deployment = await deploy({ databaseUrl: await through(await newDatabase(), 'session') });
    closing.push(() => deployment.close());
    const server = await deployment.start();
    const desk = await newRepOf(deployment);
    const tab = await desk.tab(server);
    expect((await desk.on(server).send('call-started')).status).toBe(200);
    expect((await tab.showsAfter(1)).call).not.toBeNull();
  });

  test('in session mode the migrations run', async () => {
    const url = await through(await newDatabase(createEmptyTestDatabase), 'session');
    expect((await migrate({ url })).applied.length).toBeGreaterThan(0);
  });

  test('in transaction mode the service stops with one line that names the setting', async () => {
    const { code, log } = await endOfStart(await through(await newDatabase(), 'transaction'));
    expect([code, log.split('\n').length]).toEqual([78, 1]);
    expect(log).toMatch(/transaction mode.*pool_mode = session/);
  });

  test('in transaction mode the migrations do not start, and the error names the setting', async () => {
    const url = await through(await newDatabase(createEmptyTestDatabase), 'transaction');
    await expect(migrate({ url })).rejects.toThrow('pool_mode = session');
  });

  test('when it refuses the time limits of statements, the service stops with one line that names the setting', async () => {
    const { code, log } = await endOfStart(await through(await newDatabase(), 'session', 'extra_float_digits'));
    expect([code, log.split('\n').length]).toEqual([78, 1]);
    expect(log).toContain('ignore_startup_parameters');
  });
});

async function startPgBouncer(databaseUrl: string, poolMode: string, ignored: string) {
  const target = new URL(databaseUrl);
  const directory = await mkdtemp('/tmp/callside-pgbouncer-');
  const port = await findFreePort();
  const [users, file] = [path.join(directory, 'users.txt'), path.join(directory, 'pgbouncer.ini')];
  await writeFile(users, `"${target.username}" "${target.password}"\n`);
  const lines = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    `pool_mode = ${poolMode}`,
    'default_pool_size = 60',
    'max_client_conn = 200',
    `ignore_startup_parameters = ${ignored}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await chmod(directory, 0o755);
  if (account.uid !== undefined) await chown(users, account.uid, account.gid);
  const server = ServerProcess.start({
    command: 'pgbouncer',
    args: [file],
    logFile: path.join(directory, 'pgbouncer.log'),
    spawnOptions: { ...account, cwd: '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } },
    stopSignals: ['SIGTERM'],
    patienceMs: 5_000,
  });
  await until('PgBouncer listens', () => server.readLog().includes('process up') || !server.running);
  if (!server.running) throw new Error(`PgBouncer ended:\n${server.readLog()}`);
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
