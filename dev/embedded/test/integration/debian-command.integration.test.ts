import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureDebianCommand } from '../../src/debian-command.ts';

const isRoot = process.getuid?.() === 0;
const searchPath = process.env.PATH ?? '';

let directory: string;
let log: string[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'callside-debian-'));
  log = [];
  process.env.PATH = `${directory}:${searchPath}`;
});
afterEach(async () => {
  process.env.PATH = searchPath;
  await rm(directory, { recursive: true });
});

/** A program in the place of one of Debian. It records how it was called. */
const program = (name: string, script: string) =>
  writeFile(path.join(directory, name), `#!/bin/sh\ncd ${directory}\necho "${name} $1" >> calls\n${script}\n`, {
    mode: 0o755,
  });
const calls = async () => (await readFile(path.join(directory, 'calls'), 'utf8')).trim().split('\n');
const ensure = () => ensureDebianCommand('callside-fake', 'callside-fake', (line) => log.push(line));

const interrupted = `echo "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem." >&2; exit 100`;
const install = 'printf "" > callside-fake && chmod +x callside-fake';

(isRoot ? describe : describe.skip)('a command that is not on PATH', () => {
  test('is installed after an interrupted installation has been completed', async () => {
    await program('apt-get', `[ "$1" = update ] && exit; [ -e configured ] || { ${interrupted}; }; ${install}`);
    await program('dpkg', 'touch configured');
    expect(await ensure()).toBe(path.join(directory, 'callside-fake'));
    expect(await calls()).toEqual(['apt-get update', 'apt-get install', 'dpkg --configure', 'apt-get install']);
  });

  test('is reported with the last lines of apt-get when it cannot be installed', async () => {
    await program('apt-get', '[ "$1" = update ] && exit; echo "E: Unable to locate package" >&2; exit 100');
    await program('dpkg', 'touch configured');
    expect(await ensure()).toBeNull();
    expect(await calls()).toEqual(['apt-get update', 'apt-get install']);
    expect(log.at(-1)).toBe(
      'callside-fake could not be installed: apt-get install ended with 100\nE: Unable to locate package',
    );
  });
});
