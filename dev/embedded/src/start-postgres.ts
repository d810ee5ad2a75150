import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureCluster } from './create-cluster.ts';
import { errorCode } from './error-code.ts';
import { findFreePort } from './free-port.ts';
import { choosePostgresAccount } from './postgres-account.ts';
import { clearStaleLock } from './postgres-lock-file.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { type RunningServer, ServerProcess } from './server-process.ts';

interface StartPostgresOptions {
  /** Created when missing; existing data is kept. */
  dataDir: string;
  /** 0 or absent: a free port. */
  port?: number;
}

const database = 'callside';
const superuser = 'callside';

/** Starts PostgreSQL on 127.0.0.1 with a database `callside`. It ends when this process ends, at the latest. */
export async function startPostgres(options: StartPostgresOptions): Promise<RunningServer> {
  const dataDir = path.resolve(options.dataDir);
  const { initdb, postgres } = findPostgresPrograms();
  await mkdir(path.dirname(dataDir), { recursive: true });
  const account = choosePostgresAccount(dataDir, [initdb, postgres, path.dirname(dataDir)]);
  const password = await ensureCluster({ dataDir, initdb, account, superuser });
  await clearStaleLock(dataDir);
  const port = options.port || (await findFreePort());
  const logFile = `${dataDir}.log`;
  const launch = account.run(postgres, ['-D', dataDir, ...settings(port)]);
  const server = ServerProcess.start({
    command: launch.command,
    args: launch.args,
    spawnOptions: { ...launch.options, cwd: '/' },
    logFile,
    // Fast shutdown, then immediate shutdown.
    stopSignals: ['SIGINT', 'SIGQUIT'],
    patienceMs: 20_000,
  });
  const urlOf = (name: string) => `postgresql://${superuser}:${password}@127.0.0.1:${port}/${name}`;
  try {
    await waitUntilReady(server, urlOf('postgres'));
    await createDatabaseWhenMissing(urlOf('postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: urlOf(database), port, pid: server.pid, ended: server.ended, logFile, stop: () => server.stop() };
}

function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function waitUntilReady(server: ServerProcess, url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (!server.running) throw new Error(`PostgreSQL ended while it was starting:\n${server.readLog()}`);
    try {
      return await query(url, 'SELECT 1').then(() => undefined);
    } catch (error) {
      if (!isStillStarting(error) || Date.now() > deadline) throw error;
    }
    await sleep(50);
  }
}

async function createDatabaseWhenMissing(url: string): Promise<void> {
  const { rowCount } = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${database}'`);
  if (rowCount === 0) await query(url, `CREATE DATABASE ${database}`);
}

async function query(connectionString: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

// 57P03: the database system is starting up.
function isStillStarting(error: unknown): boolean {
  return ['ECONNREFUSED', '57P03'].includes(String(errorCode(error)));
}
