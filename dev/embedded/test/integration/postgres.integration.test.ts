import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type RunningServer, startPostgres } from '../../src/index.ts';
import { waitUntilGone } from '../support/wait-until-gone.ts';

describe('startPostgres', () => {
  let directory: string;
  let dataDir: string;
  let running: RunningServer | undefined;

  // Mode 0700: as root, this also covers a clone that the account of the server may not enter.
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'callside-embedded-'));
    dataDir = path.join(directory, 'postgres');
  });

  afterEach(async () => {
    await running?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('creates the database with durable settings and a private password file', async () => {
    running = await startPostgres({ dataDir });
    const [row] = await query(
      running.url,
      `SELECT current_database() AS name, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, current_setting('listen_addresses') AS addresses`,
    );
    expect(row).toEqual({ name: 'callside', fsync: 'on', commit: 'on', addresses: '127.0.0.1' });
    expect((await stat(`${dataDir}.password`)).mode & 0o777).toBe(0o600);
    expect(running.url).toContain((await readFile(`${dataDir}.password`, 'utf8')).trim());
  });

  it('keeps the data across a stop and a start', async () => {
    running = await startPostgres({ dataDir });
    await query(running.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await running.stop();
    running = await startPostgres({ dataDir });
    expect(await query(running.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
  });

  it('leaves no process when it stops, also with a client connected', async () => {
    running = await startPostgres({ dataDir });
    const client = new pg.Client({ connectionString: running.url });
    client.on('error', () => undefined);
    await client.connect();
    await running.stop();
    await waitUntilGone(running.pid);
  });

  it('starts after a kill, although another process has the id in the lock file', async () => {
    running = await startPostgres({ dataDir });
    const lockFile = path.join(dataDir, 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    process.kill(running.pid, 'SIGKILL');
    await waitUntilGone(running.pid);
    await writeFile(lockFile, lock.replace(/^\d+/, String(process.pid)));
    running = await startPostgres({ dataDir });
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('names the server that holds the directory', async () => {
    running = await startPostgres({ dataDir });
    await expect(startPostgres({ dataDir })).rejects.toThrow(`process ${running.pid}, port ${running.port}`);
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
