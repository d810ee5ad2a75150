import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Switches telemetry and update checks of the tools off. */
export const quietEnv = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  CHECKPOINT_DISABLE: '1',
  ORT_DISABLE_TELEMETRY: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
};

export function localCommand(name) {
  const file = path.join(root, 'node_modules/.bin', name);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run setup`);
  return file;
}
