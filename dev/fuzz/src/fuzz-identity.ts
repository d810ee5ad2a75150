import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Releases } from '@callside/bench';
import { startIdentityProvider } from '@callside/test-kit';
import { type Connections, operate } from './fuzz-connections.ts';

export interface FuzzIdentity {
  /** The brand's identity provider. */
  issuer: string;
  /** A person whom the provider knows, and the brand does not. */
  stranger: string;
  /** The host of another brand, which has no provider. */
  hostWithout: string;
}

const stranger = 'stranger@bench.example';
const hostWithout = 'calls.plain.example';

/** Starts an identity provider and connects the brand to it. */
export async function connectIdentity(
  connections: Connections,
  { ownerEmail, everything }: { ownerEmail: string; everything: Releases },
): Promise<FuzzIdentity> {
  const people = [ownerEmail, stranger].map((email) => ({ email, name: 'Person' }));
  const { issuer, clientId, clientSecret, stop } = await startIdentityProvider({ people });
  everything.add(stop);
  const secretFile = join(connections.directory, 'client-secret.txt');
  await writeFile(secretFile, clientSecret);
  await operate(connections, [
    ...['sign-in', 'set', '--brand', connections.brand],
    ...['--issuer', issuer, '--client-id', clientId, '--client-secret-file', secretFile],
  ]);
  await operate(connections, [
    ...['brand', 'create', '--slug', 'plain', '--name', 'Plain'],
    ...['--country', 'US', '--host', hostWithout],
  ]);
  return { issuer, stranger, hostWithout };
}
