// Lets shops and telephony platforms post their payloads to the brand, as an operator does.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlatformSamples } from './arbitraries/platform-samples.ts';
import { signers } from './arbitraries/platform-signatures.ts';
import { captureCallside } from './callside-run.ts';

export interface Connections {
  brand: string;
  databaseUrl: string;
  secretsKey: string;
  /** Receives the file with the secret. */
  directory: string;
}

/** The same in every run, so that kept cases still have the right signature. */
export const signingSecret = 'fuzz-signing-secret-0123456789abcdef';

const shops = ['shopify', 'woocommerce'];

export async function connectShops(connections: Connections): Promise<void> {
  const secretFile = await writeSecret(connections);
  const { brand } = connections;
  for (const shop of shops) {
    await operate(connections, ['shop', 'set', '--brand', brand, '--shop', shop, '--secret-file', secretFile]);
  }
}

export async function connectPlatforms(connections: Connections): Promise<void> {
  const secretFile = await writeSecret(connections);
  for (const platform of readPlatformSamples().keys()) {
    const secret = signers[platform] === undefined ? [] : ['--secret-file', secretFile];
    await operate(connections, ['integration', 'set', '--brand', connections.brand, '--platform', platform, ...secret]);
  }
}

async function writeSecret({ directory }: Connections): Promise<string> {
  const file = join(directory, 'signing-secret.txt');
  await writeFile(file, signingSecret);
  return file;
}

/** Runs a command of the operator, which must succeed. */
export async function operate({ databaseUrl, secretsKey }: Connections, args: string[]): Promise<void> {
  const { code, stderr } = await captureCallside(args, { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey });
  if (code !== 0) throw new Error(`callside ${args.join(' ')}: ${stderr}`);
}
