import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

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
    const refuse = (why: string) => problems.push(`${name}_FILE is not valid: ${why}`);
    if (env[name]?.trim()) {
      refuse(`only one of ${name} and ${name}_FILE can be set`);
      continue;
    }
    const value = readValue(file);
    if (value === null) refuse('the file cannot be read');
    else if (value === '') refuse('the file is empty');
    else if (value.length > largestBytes) refuse(`the file is larger than ${largestBytes} bytes`);
    else values[name] = value;
  }
  return { values, problems };
}

function readValue(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
