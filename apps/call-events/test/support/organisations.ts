import { randomUUID } from 'node:crypto';
import { type ApiKeyFeature, digestApiKey, generateApiKey } from '@callside/auth';
import type { UserRole } from '@callside/schemas';
import { keyPrefix, type ServiceUnderTest } from './service-under-test.ts';

type Database = Pick<ServiceUnderTest, 'query'>;

export interface TestBrand {
  id: string;
  slug: string;
  host: string;
  /** An API key for its call events. */
  key: string;
}

export interface TestUser {
  id: string;
  email: string;
}

/** Of four digits: the names are in the order in which they were made. */
let brands = 1_000;
let users = 1_000;

/** A brand with one host and one API key for its call events. */
export async function addBrand({ query }: Database, { country = 'US' } = {}): Promise<TestBrand> {
  brands += 1;
  const brand = { id: randomUUID(), slug: `brand-${brands}`, host: `brand-${brands}.events.example` };
  await query('INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, $2, $3)', [brand.id, brand.slug, country]);
  await addHost({ query }, brand, brand.host);
  return { ...brand, key: (await addKey({ query }, brand)).key };
}

export async function addHost({ query }: Database, brand: { id: string }, host: string): Promise<void> {
  await query('INSERT INTO brand_hosts (host, brand_id) VALUES ($1, $2)', [host, brand.id]);
}

export async function addKey(
  { query }: Database,
  brand: { id: string },
  { feature = 'call-events', expiresAt = null }: { feature?: ApiKeyFeature; expiresAt?: Date | null } = {},
): Promise<{ id: string; key: string }> {
  const [id, key] = [randomUUID(), generateApiKey(keyPrefix)];
  const values = [id, brand.id, feature, digestApiKey(key), key.slice(-4), expiresAt];
  await query(
    'INSERT INTO api_keys (id, brand_id, feature, key_sha256, last_four, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    values,
  );
  return { id, key };
}

interface UserFields {
  status?: 'active' | 'invited' | 'deactivated';
  email?: string;
  role?: UserRole;
  team?: string | null;
}

export async function addUser(
  { query }: Database,
  brand: { id: string },
  { status = 'active', email, role = 'rep', team = null }: UserFields = {},
): Promise<TestUser> {
  users += 1;
  const user = { id: randomUUID(), email: email ?? `rep-${users}@reps.example` };
  await query('INSERT INTO users (id, brand_id, email, name, status, role, team) VALUES ($1, $2, $3, $3, $4, $5, $6)', [
    user.id,
    brand.id,
    user.email,
    status,
    role,
    team,
  ]);
  return user;
}
