import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const scripts = pathToFileURL(path.join(__dirname, '../scripts/lib/')).href;

it('a package registry that cannot be reached is an error with what npm says, without a stack trace', async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'callside-npm-cache-'));
  const script = `import { fetchPnpm } from '${scripts}pnpm.mjs';
    import { runMain } from '${scripts}run-main.mjs';
    await runMain(fetchPnpm);`;
  // Port 9 is discard: nothing listens there.
  const npm = { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: cache, npm_config_fetch_retries: '0' };
  const args = ['--input-type=module', '--eval', script];
  const failed = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...npm } });
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\nnpx could not fetch pnpm@[\d.]+:\n\n(?!.*\n\s+at ).*ECONNREFUSED/s),
  });
  await rm(cache, { recursive: true });
});

it('a path that cannot be stored, as after `sudo npm start`, is used without an error', async () => {
  const script = `import { remember } from '${scripts}pnpm.mjs'; console.log(remember('/cache/pnpm', '/dev/null/pnpm'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('/cache/pnpm\n');
});
