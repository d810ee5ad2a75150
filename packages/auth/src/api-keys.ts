import { randomUUID } from 'node:crypto';
import { digestApiKey, generateApiKey } from './api-key.ts';
import type { Query } from './query.ts';

export const apiKeyFeatures = ['call-events', 'recommender'] as const;
export type ApiKeyFeature = (typeof apiKeyFeatures)[number];

/** The public data of a key. Instants are ISO 8601 in UTC. */
export interface ApiKeyMetadata {
  id: string;
  feature: ApiKeyFeature;
  label: string | null;
  created_at: string;
  created_by_user_id: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** Addresses and CIDR networks that the key may be used from; empty: any. */
  allowed_addresses: string[];
}

export interface IssuedApiKey {
  id: string;
  /** The key itself, which is never shown again. */
  key: string;
  feature: ApiKeyFeature;
  label: string | null;
  created_at: string;
  expires_at: string | null;
  allowed_addresses: string[];
}

export interface ApiKeyOrder {
  brandId: string;
  feature: ApiKeyFeature;
  label?: string | null;
  expiresAt?: Date | null;
  createdByUserId?: string | null;
  /** Validated addresses and CIDR networks; empty or absent: any. */
  allowedAddresses?: readonly string[];
  keyPrefix: string;
}

interface Dependencies {
  query: Query;
}

type Instant = Date | string;

interface KeyRow {
  id: string;
  feature: ApiKeyFeature;
  label: string | null;
  created_at: Instant;
  created_by_user_id: string | null;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  allowed_addresses: string[];
}

const columns = `id::text AS id, feature, label, created_at, created_by_user_id::text AS created_by_user_id,
  expires_at, revoked_at, last_used_at, allowed_addresses`;

/** Whether a text has the format of a key id. */
export function isKeyId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Generates a key of one brand and one feature. Only its digest is stored. */
export async function issueApiKey({ query }: Dependencies, order: ApiKeyOrder): Promise<IssuedApiKey> {
  const key = generateApiKey(order.keyPrefix);
  const rows = await query<KeyRow>(
    `INSERT INTO api_keys (id, brand_id, feature, label, key_sha256, expires_at, created_by_user_id, allowed_addresses)
     VALUES ($1::uuid, $2::uuid, $3::text, $4::text, decode($5::text, 'hex'), $6::timestamptz, $7::uuid, $8::text[])
     RETURNING ${columns}`,
    [
      randomUUID(),
      order.brandId,
      order.feature,
      order.label ?? null,
      digestApiKey(key).toString('hex'),
      order.expiresAt?.toISOString() ?? null,
      order.createdByUserId ?? null,
      [...(order.allowedAddresses ?? [])],
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the insert of an API key returned no row');
  const { id, feature, label, created_at, expires_at, allowed_addresses } = toMetadata(row);
  return { id, key, feature, label, created_at, expires_at, allowed_addresses };
}

/** Every key of a brand, newest first, including revoked ones. */
export async function listApiKeys(
  { query }: Dependencies,
  { brandId }: { brandId: string },
): Promise<ApiKeyMetadata[]> {
  const rows = await query<KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE brand_id = $1::uuid ORDER BY created_at DESC, id`,
    [brandId],
  );
  return rows.map(toMetadata);
}

/** Revokes a key permanently; a second call changes nothing. null when the brand has no key with this `id`, in any format. */
export async function revokeApiKey(
  { query }: Dependencies,
  { brandId, id }: { brandId: string; id: string },
): Promise<ApiKeyMetadata | null> {
  if (!isKeyId(id)) return null;
  const rows = await query<KeyRow>(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
     WHERE id = $1::uuid AND brand_id = $2::uuid RETURNING ${columns}`,
    [id, brandId],
  );
  return rows[0] === undefined ? null : toMetadata(rows[0]);
}

function toMetadata(row: KeyRow): ApiKeyMetadata {
  return {
    id: row.id,
    feature: row.feature,
    label: row.label,
    created_at: toIso(row.created_at),
    created_by_user_id: row.created_by_user_id,
    expires_at: row.expires_at && toIso(row.expires_at),
    revoked_at: row.revoked_at && toIso(row.revoked_at),
    last_used_at: row.last_used_at && toIso(row.last_used_at),
    allowed_addresses: row.allowed_addresses,
  };
}

/** Some PostgreSQL clients parse a timestamptz, others return text. */
function toIso(instant: Instant): string {
  return new Date(instant).toISOString();
}
