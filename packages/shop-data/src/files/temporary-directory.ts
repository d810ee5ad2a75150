import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportFileError, reasonOfSystem } from './import-file-error.ts';

/** Passes a new directory for temporary files to `work`, and removes it afterwards. */
export async function withTemporaryDirectory<Result>(
  prefix: string,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const parent = tmpdir();
  const directory = await mkdtemp(join(parent, prefix)).catch((error: unknown) => {
    const hint = 'set TMPDIR to a directory for temporary files';
    const message = `cannot write temporary files to ${parent}: ${reasonOfSystem(error, 'write')}`;
    throw new ImportFileError(message, { hint, cause: error });
  });
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
