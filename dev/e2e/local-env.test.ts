import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// The file in which `npm start` keeps the keys of the demo.

const localEnv = pathToFileURL(path.join(import.meta.dirname, '../../scripts/lib/local-env.mjs')).href;
let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'callside-local-env-'));
  file = path.join(dataDir, 'local.env');
  await writeFile(file, 'DEMO_KEY=old\n');
});
afterEach(() => rm(dataDir, { recursive: true }));

const write = (settings: object) => {
  const script = `import { writeLocalEnv } from '${localEnv}';
    await writeLocalEnv(${JSON.stringify(dataDir)}, ${JSON.stringify(settings)});`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
};

it('keeps earlier settings, and only its owner can read it', async () => {
  await write({ PORT: 4100 });
  expect(await readFile(file, 'utf8')).toMatch(/^DEMO_KEY=old\nPORT=4100\n/m);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['local.env']);
});

it('stays as it is on a full disk, and the error names it', async () => {
  await symlink('/dev/full', `${file}.new`);
  await expect(write({ DEMO_KEY: 'new' })).rejects.toMatchObject({
    stderr: expect.stringContaining(`${file} could not be written: ENOSPC`),
  });
  expect(await readFile(file, 'utf8')).toBe('DEMO_KEY=old\n');
  expect(await readdir(dataDir)).toEqual(['local.env']);
});
