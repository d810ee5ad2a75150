import { closeSync, openSync, readSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The largest file that is read; a secret has a few hundred bytes. */
const largestBytes = 65_536;

/**
 * The values of settings that are given as files: the variable `NAME_FILE` has the path. Secrets of containers and systemd
 * credentials are files. An empty variable counts as not set.
 */
export function readSettingFiles(
  names: readonly string[],
  env: Environment,
): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    const example = `${name}_FILE=/run/secrets/${name.toLowerCase()}`;
    const refuse = (why: string) => problems.push(`${name}_FILE is not valid: ${why}. Example: ${example}`);
    if (env[name]?.trim()) {
      refuse(`only one of ${name} and ${name}_FILE can be set`);
      continue;
    }
    const bytes = readUpTo(largestBytes + 1, file);
    const value = bytes?.toString('utf8').trim();
    if (bytes === null || value === undefined) refuse('the file cannot be read');
    else if (bytes.length > largestBytes) refuse(`the file is larger than ${largestBytes} bytes`);
    else if (value === '') refuse('the file is empty');
    else values[name] = value;
  }
  return { values, problems };
}

/** The first bytes of a file; null: it cannot be read. The size of a device or a pipe is not known in advance, so it is not read. */
function readUpTo(bytes: number, file: string): Buffer | null {
  const read = Buffer.alloc(bytes);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    for (let length = 0; ; ) {
      const more = readSync(descriptor, read, length, bytes - length, null);
      length += more;
      if (more === 0 || length === bytes) return read.subarray(0, length);
    }
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
