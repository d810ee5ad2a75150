import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const fileIn = (dataDir) => path.join(dataDir, 'local.env');

/** The settings of the last `npm start`; `callside` reads them too. Empty before the first one. */
export async function readLocalEnv(dataDir) {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at > 0 && !line.startsWith('#') ? [[line.slice(0, at), line.slice(at + 1)]] : [];
  });
  return Object.fromEntries(pairs);
}

/** Merges with the existing settings. The file contains secrets, so only its owner can read it. */
export async function writeLocalEnv(dataDir, settings) {
  const merged = Object.entries({ ...(await readLocalEnv(dataDir)), ...settings });
  const lines = merged.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
  const text = ['# Settings of the instance that `npm start` runs.', ...lines, ''].join('\n');
  await writeFile(fileIn(dataDir), text, { mode: 0o600 });
}
