import { readFile } from 'node:fs/promises';
import type { ApiKeyFeature } from '@callside/auth';
import { fileError, type NamedFile } from './file-error.ts';
import { OperatorError } from './operator-error.ts';

/** The secret in a file; `what` names it, such as `the client secret`. Throws OperatorError, which never quotes the file. */
export async function readSecretFile(file: NamedFile, what: string): Promise<string> {
  const text = await readFile(file.path, 'utf8').catch((error: unknown) => {
    throw fileError(file, error, `give the path of a file with ${what}`);
  });
  const secret = text.trim();
  if (secret !== '') return secret;
  throw new OperatorError(`${file.path} is empty`, { code: 'file', hint: `it must have ${what}` });
}

/** The API key in the file of --key-file. */
export async function readKeyFile(path: string, feature: ApiKeyFeature): Promise<string> {
  const key = await readSecretFile({ path, option: '--key-file' }, `an API key for ${feature}`);
  if (/^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new OperatorError(`${path} does not have one key`, {
    code: 'file',
    hint: `\`callside key issue --feature ${feature}\` issues one`,
  });
}
