// The command line and the settings change keys only through these functions: the change and its audit log entry are in one
// transaction.

import type { Prisma } from '@callside/database';
import { isUuid } from '@callside/service-kit';
import {
  type ApiKeyFeature,
  type ApiKeyMetadata,
  type ApiKeyRequest,
  type IssuedApiKey,
  issueApiKey,
  toApiKeyMetadata,
  withIssuer,
} from './api-keys.ts';
import { type Acting, appendToAuditLog } from './audit-log.ts';

/** Issues a key and records it in the audit log, without the key or its hash. */
export async function issueAuditedApiKey(
  prisma: Prisma.TransactionClient,
  request: ApiKeyRequest & Acting,
): Promise<IssuedApiKey> {
  const issued = await issueApiKey(prisma, request);
  const { id, feature, label, expires_at, allowed_addresses } = issued;
  const { brandId, actor, actorUserId, origin } = request;
  const detail = { feature, label, expires_at, ...(allowed_addresses.length > 0 && { allowed_addresses }) };
  await appendToAuditLog(prisma, { brandId, actor, actorUserId, origin, action: 'key.issue', subject: id, detail });
  return issued;
}

/**
 * Revokes a key permanently. A second call changes nothing and is not recorded in the audit log. null when the brand has no key
 * with this `id`, in any format.
 */
export async function revokeAuditedApiKey(
  prisma: Prisma.TransactionClient,
  { brandId, id, actor, actorUserId, origin }: { brandId: string; id: string } & Acting,
): Promise<ApiKeyMetadata | null> {
  if (!isUuid(id)) return null;
  // Written in SQL to use the database's clock: Prisma would use the clock of this process.
  const revoked = await prisma.$executeRaw`
    UPDATE api_keys SET revoked_at = now() WHERE id = ${id}::uuid AND brand_id = ${brandId}::uuid AND revoked_at IS NULL`;
  const row = await prisma.apiKey.findUnique({ where: { id, brandId }, include: withIssuer });
  if (row === null) return null;
  if (revoked > 0) {
    const detail = { feature: row.feature, label: row.label };
    const entry = { brandId, actor, actorUserId, origin, action: 'key.revoke', subject: row.id, detail } as const;
    await appendToAuditLog(prisma, entry);
  }
  return toApiKeyMetadata(row);
}

export interface KeyReplacement {
  brandId: string;
  id: string;
  /** How long the old key stays valid. */
  overlapSeconds: number;
  keyPrefix: string;
}

export interface ReplacedApiKey extends IssuedApiKey {
  /** The old key, and when it ends. */
  replaced: { id: string; expires_at: string };
}

interface LockedKey {
  feature: ApiKeyFeature;
  label: string | null;
  allowed_addresses: string[];
  has_ended: boolean;
  lifetime_ms: number | null;
}

/**
 * Issues a key with the label, feature, addresses and length of life of an old one, which ends after the overlap. `ended` when the
 * old key is revoked or has expired, null when the brand has no key with this `id`, in any format.
 */
export async function replaceAuditedApiKey(
  prisma: Prisma.TransactionClient,
  { brandId, id, overlapSeconds, keyPrefix, ...acting }: KeyReplacement & Acting,
): Promise<ReplacedApiKey | 'ended' | null> {
  if (!isUuid(id)) return null;
  // The lifetime is that of the entry about its issue, if there is one: a replacement overwrites expires_at of the key.
  const [old] = await prisma.$queryRaw<LockedKey[]>`
    SELECT k.feature, k.label, k.allowed_addresses,
           k.revoked_at IS NOT NULL OR coalesce(k.expires_at <= now(), false) AS has_ended,
           (extract(epoch FROM
              CASE WHEN issued.id IS NULL THEN k.expires_at ELSE (issued.detail ->> 'expires_at')::timestamptz END
              - k.created_at) * 1000)::float8 AS lifetime_ms
      FROM api_keys k
      LEFT JOIN audit_log issued
        ON issued.brand_id = k.brand_id AND issued.action = 'key.issue' AND issued.subject = k.id::text
     WHERE k.id = ${id}::uuid AND k.brand_id = ${brandId}::uuid FOR UPDATE OF k`;
  if (old === undefined) return null;
  if (old.has_ended) return 'ended';
  const issued = await issueAuditedApiKey(prisma, {
    brandId,
    feature: old.feature,
    label: old.label,
    allowedAddresses: old.allowed_addresses,
    expiresAt: old.lifetime_ms === null ? null : new Date(Date.now() + old.lifetime_ms),
    createdByUserId: acting.actorUserId,
    keyPrefix,
    ...acting,
  });
  // Cut to milliseconds, because the column rounds: a key without an overlap would stay valid for a moment.
  const [ended] = await prisma.$queryRaw<{ expires_at: Date }[]>`
    UPDATE api_keys
       SET expires_at = least(expires_at, date_trunc('milliseconds', now()) + make_interval(secs => ${overlapSeconds}::float8))
     WHERE id = ${id}::uuid RETURNING expires_at`;
  if (ended === undefined) throw new Error('a locked key was deleted');
  const replaced = { id: id.toLowerCase(), expires_at: ended.expires_at.toISOString() };
  await appendToAuditLog(prisma, {
    ...acting,
    brandId,
    action: 'key.replace',
    subject: replaced.id,
    detail: { feature: old.feature, label: old.label, replaced_by: issued.id, expires_at: replaced.expires_at },
  });
  return { ...issued, replaced };
}
