import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StepFailed } from './run-step.mjs';

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

/**
 * Merges with the existing settings. The file contains secrets, so only its owner can read it. It is replaced as a whole: on a full disk
 * the keys of the demo would be lost otherwise.
 */
export async function writeLocalEnv(dataDir, settings) {
  const merged = Object.entries({ ...(await readLocalEnv(dataDir)), ...settings });
  const lines = merged.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
  const text = ['# Settings of the instance that `npm start` runs.', ...lines, ''].join('\n');
  const file = fileIn(dataDir);
  const unfinished = `${file}.new`;
  try {
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new StepFailed(`${file} could not be written: ${error.message}`);
  }
}
