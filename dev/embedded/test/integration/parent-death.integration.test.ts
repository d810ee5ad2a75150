import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntilGone } from '../support/wait-until-gone.ts';

// This needs a separate process that ends, so it runs the build of `npm run setup`.
const parentScript = `
  const { startPostgres, startRedis } = await import(process.argv[1]);
  const postgres = await startPostgres({ dataDir: process.argv[2] + '/postgres' });
  const redis = await startRedis({ dir: process.argv[2] });
  process.stdout.write(JSON.stringify([postgres.pid, ...(redis ? [redis.pid] : [])]) + '\\n');
  setInterval(() => undefined, 1000);
`;

describe('the servers of a parent that does not stop them', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('end when it ends by %s', async (signal) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'callside-embedded-'));
    const built = path.resolve(import.meta.dirname, '../../dist/index.js');
    const parent = spawn(process.execPath, ['--input-type=module', '-e', parentScript, built, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    parent.kill(signal);
    for (const pid of JSON.parse(line) as number[]) await waitUntilGone(pid);
    await rm(directory, { recursive: true, force: true });
  });
});
