import { randomUUID } from 'node:crypto';
import type { Prisma } from '@callside/database';
import { digestApiKey, generateApiKey } from './api-key.ts';

export const apiKeyFeatures = ['call-events', 'recommender', 'embed'] as const;
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
  /** The last four characters of the key. */
  last_four: string;
  /** The address of the user who issued it; null: the operator. */
  created_by_email: string | null;
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

export interface ApiKeyRequest {
  brandId: string;
  feature: ApiKeyFeature;
  label?: string | null;
  expiresAt?: Date | null;
  createdByUserId?: string | null;
  /** Validated addresses and CIDR networks; empty or absent: any. */
  allowedAddresses?: readonly string[];
  keyPrefix: string;
}

/** What toApiKeyMetadata needs of a row. */
export const withIssuer = { createdBy: { select: { email: true } } } as const satisfies Prisma.ApiKeyInclude;
type ApiKeyRow = Prisma.ApiKeyGetPayload<{ include: typeof withIssuer }>;

/** Generates a key of one brand and one feature. Only its digest and its last four characters are stored. */
export async function issueApiKey(prisma: Prisma.TransactionClient, request: ApiKeyRequest): Promise<IssuedApiKey> {
  const key = generateApiKey(request.keyPrefix);
  const row = await prisma.apiKey.create({
    data: {
      id: randomUUID(),
      brandId: request.brandId,
      feature: request.feature,
      label: request.label ?? null,
      keySha256: new Uint8Array(digestApiKey(key)),
      lastFour: key.slice(-4),
      expiresAt: request.expiresAt ?? null,
      createdByUserId: request.createdByUserId ?? null,
      allowedAddresses: [...(request.allowedAddresses ?? [])],
    },
    include: withIssuer,
  });
  const { id, feature, label, created_at, expires_at, allowed_addresses } = toApiKeyMetadata(row);
  return { id, key, feature, label, created_at, expires_at, allowed_addresses };
}

/** Every key of a brand, newest first, including revoked ones. */
export async function listApiKeys(prisma: Prisma.TransactionClient, brandId: string): Promise<ApiKeyMetadata[]> {
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const rows = await prisma.apiKey.findMany({ where: { brandId }, orderBy: [...orderBy], include: withIssuer });
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
    last_four: row.lastFour,
    created_by_email: row.createdBy?.email ?? null,
  };
}
