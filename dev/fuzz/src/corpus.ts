import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A case that once broke the contract, or that represents a defect that was found in another way. Its file also says why it is stored. */
interface KeptCase {
  /** File name, without the folder. */
  file: string;
  sample: unknown;
}

/** The cases of a target, in its own folder below `directory`. */
export async function readCases(directory: string, target: string): Promise<KeptCase[]> {
  const files = await readdir(join(directory, target)).catch(() => []);
  return Promise.all(
    files
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map(async (file) => {
        const kept: unknown = JSON.parse(await readFile(join(directory, target, file), 'utf8'));
        return { file, sample: Object(kept).sample };
      }),
  );
}

/** Stores a case; the same case has the same file. Resolves to the file. */
export async function keepCase(
  directory: string,
  target: string,
  { about, sample }: { about: string; sample: unknown },
): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(sample)).digest('hex').slice(0, 12);
  const file = join(directory, target, `${name}.json`);
  await mkdir(join(directory, target), { recursive: true });
  await writeFile(file, `${JSON.stringify({ about, sample }, null, 2)}\n`);
  return file;
}
