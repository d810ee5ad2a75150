import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const scripts = pathToFileURL(path.join(import.meta.dirname, '../../scripts/lib/')).href;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'callside-fetch-pnpm-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Asks for pnpm as a fresh clone does, and prints where it is. `memory`: the file that stores the path. */
function fetchPnpm(memory: string, settings = {}) {
  const script = `import { environmentWithPnpm } from '${scripts}pnpm.mjs';
    import { runMain } from '${scripts}run-main.mjs';
    await runMain(async () => console.log((await environmentWithPnpm({ memory: '${memory}' })).PATH.split(':')[0]));`;
  const args = ['--input-type=module', '--eval', script];
  return promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settings } });
}

it('a package registry that cannot be reached is an error with what npm says, without a stack trace', async () => {
  // Port 9 is discard: nothing listens there.
  const npm = {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: directory,
    npm_config_fetch_retries: '0',
    npm_config_loglevel: 'silent',
  };
  await expect(fetchPnpm(path.join(directory, 'path'), npm)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\nnpx could not fetch pnpm@[\d.]+:\n\n(?!.*\n\s+at ).*ECONNREFUSED/s),
  });
});

it('a path that cannot be stored, as after `sudo npm start`, is used without an error', async () => {
  const { stdout, stderr } = await fetchPnpm('/dev/null/path');
  expect(stdout).toMatch(/\.bin\n$/);
  expect(stderr).toBe('');
});
