import { existsSync } from 'node:fs';
import { withTemporaryDirectory } from './temporary-directory.ts';

const { TMPDIR } = process.env;
afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

it('is removed after the work, also when it fails', async () => {
  const directories: string[] = [];
  await withTemporaryDirectory('callside-', async (directory) => directories.push(directory));
  const failing = withTemporaryDirectory('callside-', async (directory) => {
    directories.push(directory);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(directories.map((directory) => existsSync(directory))).toEqual([false, false]);
});

it('that cannot be made is an error that names TMPDIR', async () => {
  process.env.TMPDIR = '/nowhere';
  await expect(withTemporaryDirectory('callside-', async () => {})).rejects.toMatchObject({
    message: 'cannot write temporary files to /nowhere: there is no such directory',
    hint: 'set TMPDIR to a directory for temporary files',
  });
});
