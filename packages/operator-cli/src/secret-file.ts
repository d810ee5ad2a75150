import { readFile } from 'node:fs/promises';
import type { ApiKeyFeature } from '@callside/auth';
import { OperatorError } from './operator-error.ts';
import { readingError } from './reading-error.ts';

/** The secret in a file; `what` names it, such as `the client secret`. Throws OperatorError, which never quotes the file. */
export async function readSecretFile(file: string, what: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw readingError(file, error, `give the path of a file with ${what}`);
  });
  const secret = text.trim();
  if (secret !== '') return secret;
  throw new OperatorError(`${file} is empty`, { code: 'file', hint: `it must have ${what}` });
}

/** The API key in a file. */
export async function readKeyFile(file: string, feature: ApiKeyFeature): Promise<string> {
  const key = await readSecretFile(file, `an API key for ${feature}`);
  if (/^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new OperatorError(`${file} does not have one key`, {
    code: 'file',
    hint: `\`callside key issue --feature ${feature}\` issues one`,
  });
}
