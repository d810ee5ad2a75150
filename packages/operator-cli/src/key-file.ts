import { readFile } from 'node:fs/promises';
import type { ApiKeyFeature } from '@callside/auth';
import { OperatorError } from './operator-error.ts';

/** The API key in a file. Throws OperatorError, which never quotes the file. */
export async function readKeyFile(file: string, feature: ApiKeyFeature): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`the key file cannot be read: ${why}`, { code: 'file' });
  });
  const key = text.trim();
  if (/^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new OperatorError('the key file does not have one key', {
    code: 'file',
    hint: `\`callside key issue --feature ${feature}\` issues one`,
  });
}
