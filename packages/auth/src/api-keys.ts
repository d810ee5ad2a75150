import { randomUUID } from 'node:crypto';
import type { Prisma } from '@callside/database';
import { digestApiKey, generateApiKey } from './api-key.ts';

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

type ApiKeyRow = Prisma.ApiKeyGetPayload<object>;

/** Generates a key of one brand and one feature. Only its digest is stored. */
export async function issueApiKey(prisma: Prisma.TransactionClient, order: ApiKeyOrder): Promise<IssuedApiKey> {
  const key = generateApiKey(order.keyPrefix);
  const row = await prisma.apiKey.create({
    data: {
      id: randomUUID(),
      brandId: order.brandId,
      feature: order.feature,
      label: order.label ?? null,
      keySha256: new Uint8Array(digestApiKey(key)),
      expiresAt: order.expiresAt ?? null,
      createdByUserId: order.createdByUserId ?? null,
      allowedAddresses: [...(order.allowedAddresses ?? [])],
    },
  });
  const { id, feature, label, created_at, expires_at, allowed_addresses } = toApiKeyMetadata(row);
  return { id, key, feature, label, created_at, expires_at, allowed_addresses };
}

/** Every key of a brand, newest first, including revoked ones. */
export async function listApiKeys(prisma: Prisma.TransactionClient, brandId: string): Promise<ApiKeyMetadata[]> {
  const rows = await prisma.apiKey.findMany({ where: { brandId }, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] });
  return rows.map(toApiKeyMetadata);
}

/** The public data of a row. */
export function toApiKeyMetadata(row: ApiKeyRow): ApiKeyMetadata {
  return {
    id: row.id,
    // A check constraint limits the column to these values.
    feature: row.feature as ApiKeyFeature,
    label: row.label,
    created_at: row.createdAt.toISOString(),
    created_by_user_id: row.createdByUserId,
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    allowed_addresses: row.allowedAddresses,
  };
}
