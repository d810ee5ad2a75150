import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '@callside/database';
import { findFreePort, ServerProcess } from '@callside/embedded';
import { until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf } from '../support/deployment.ts';
import { createDialler, createRepsDialler } from '../support/dialler.ts';
import { callsOf, eventsOf } from '../support/records.ts';
import { Tab } from '../support/tab.ts';

/** The pg_dump of Debian's newest PostgreSQL: it must not be older than the server, and the embedded server does not include it. */
const programs = findDebianPrograms();
const describeWithPostgres = programs === null ? describe.skip : describe;

describeWithPostgres('backup and restore (needs the package postgresql)', () => {
  let server: DebianPostgres;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startDebianPostgres();
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await server?.stop();
  });

  test('a dump made while events arrive has complete calls, and a service works on the restored database', async () => {
    const secret = 'the same secret before and after';
    server.run('createdb', ['callside']);
    await migrate({ url: server.urlOf('callside') });
    const before: Deployment = await deploy({ databaseUrl: server.urlOf('callside'), redisUrl: null, secret });
    closing.push(() => before.close());
    const first = await before.start();
    const desk = await newRepOf(before);
    for (const event_id of ['a', 'b'])
      await desk.on(first).send('call-started', { event_id, phone_number: `+1415555013${event_id === 'a' ? 1 : 2}` });

    let isOver = false;
    const sending = (async () => {
      for (let count = 0; !isOver; count += 1) {
        const event = count % 2 === 0 ? 'recording-paused' : 'recording-resumed';
        expect((await desk.on(first).send(event, { event_id: `during-${count}` })).status).toBe(200);
      }
    })();
    const file = path.join(server.directory, 'callside.dump');
    await server.runBeside('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, server.urlOf('callside')]);
    isOver = true;
    await sending;

    server.run('createdb', ['restored']);
    const into = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${server.urlOf('restored')}`];
    server.run('pg_restore', [...into, file]);
    expect(await migrate({ url: server.urlOf('restored') })).toEqual({ applied: [] });
    const after = await deploy({ databaseUrl: server.urlOf('restored'), redisUrl: null, secret });
    closing.push(() => after.close());
    expect((await callsOf(after, desk.rep)).map(({ id }) => id)).toEqual(
      (await callsOf(before, desk.rep)).map(({ id }) => id),
    );
    const kept = (await eventsOf(after, desk.rep)).map(({ event_id }) => event_id);
    expect(kept).toEqual((await eventsOf(before, desk.rep)).map(({ event_id }) => event_id).slice(0, kept.length));

    const second = await after.start();
    const dialler = createRepsDialler(createDialler(second.client, desk.brand), desk.rep);
    const tab = new Tab({ ...desk.tabAt(second), port: second.port });
    closing.push(async () => tab.close());
    await tab.hears('call.state');
    expect((await dialler.send('call-started', { event_id: 'b', phone_number: '+14155550132' })).json).toMatchObject({
      duplicate: true,
    });
    expect((await dialler.send('call-started', { phone_number: '+14155550133' })).json).toMatchObject({
      duplicate: false,
    });
    await until('the new call', () => tab.state?.call?.phone_number === '+14155550133');
  });
});

interface DebianPostgres {
  directory: string;
  urlOf: (database: string) => string;
  run: (program: string, args: string[]) => void;
  /** Does not block this process. */
  runBeside: (program: string, args: string[]) => Promise<void>;
  stop: () => Promise<void>;
}

function findDebianPrograms(): string | null {
  try {
    const versions = readdirSync('/usr/lib/postgresql').map(Number).filter(Number.isInteger);
    const newest = versions.toSorted((one, other) => other - one).find((version) => hasServer(version));
    return newest === undefined ? null : `/usr/lib/postgresql/${newest}/bin`;
  } catch {
    return null;
  }
}

function hasServer(version: number): boolean {
  const found = readdirSync(`/usr/lib/postgresql/${version}/bin`);
  return ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'createdb'].every((program) => found.includes(program));
}

async function startDebianPostgres(): Promise<DebianPostgres> {
  if (programs === null) throw new Error('install the package postgresql: apt-get install postgresql');
  const directory = await mkdtemp('/tmp/callside-backup-');
  const port = await findFreePort();
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres']))) : [];
  const account = uid === undefined || gid === undefined ? {} : { uid, gid };
  if (uid !== undefined && gid !== undefined) await chown(directory, uid, gid);
  const env = { PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'callside' };
  const options = { ...account, cwd: '/', env };
  const data = path.join(directory, 'data');
  const initdb = ['-D', data, '-U', 'callside', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  execFileSync(`${programs}/initdb`, initdb, { ...options, stdio: 'pipe' });
  const listen = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', 'unix_socket_directories='];
  const start = (command: string, args: string[], name: string) =>
    ServerProcess.start({
      command: `${programs}/${command}`,
      args,
      logFile: path.join(directory, `${name}.log`),
      spawnOptions: options,
      stopSignals: ['SIGINT', 'SIGQUIT'],
      patienceMs: 20_000,
    });
  const server = start('postgres', ['-D', data, ...listen, '-c', 'max_connections=200'], 'server');
  await until(
    'PostgreSQL accepts',
    () => server.readLog().includes('ready to accept connections') || !server.running,
    60_000,
  );
  if (!server.running) throw new Error(`PostgreSQL ended:\n${server.readLog()}`);
  return {
    directory,
    urlOf: (database) => `postgresql://callside@127.0.0.1:${port}/${database}`,
    run: (program, args) => {
      execFileSync(`${programs}/${program}`, args, { ...options, stdio: 'pipe' });
    },
    runBeside: async (program, args) => {
      const running = start(program, args, program);
      const { code } = await running.ended;
      if (code !== 0) throw new Error(`${program} ended with ${code}:\n${running.readLog()}`);
    },
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
