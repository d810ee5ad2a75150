// The command line and the settings change keys only through these functions: the change and its audit log entry are in one
// transaction.

import type { Prisma } from '@callside/database';
import { isUuid } from '@callside/service-kit';
import { type ApiKeyMetadata, type ApiKeyOrder, type IssuedApiKey, issueApiKey, toApiKeyMetadata } from './api-keys.ts';
import { type Acting, appendToAuditLog } from './audit-log.ts';

/** Issues a key and records it in the audit log, without the key or its hash. */
export async function issueAuditedApiKey(
  prisma: Prisma.TransactionClient,
  order: ApiKeyOrder & Acting,
): Promise<IssuedApiKey> {
  const issued = await issueApiKey(prisma, order);
  const { id, feature, label, expires_at, allowed_addresses } = issued;
  const { brandId, actor, actorUserId, origin } = order;
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
  // In SQL for the database's clock: Prisma would write that of this process.
  const revoked = await prisma.$executeRaw`
    UPDATE api_keys SET revoked_at = now() WHERE id = ${id}::uuid AND brand_id = ${brandId}::uuid AND revoked_at IS NULL`;
  const row = await prisma.apiKey.findUnique({ where: { id, brandId } });
  if (row === null) return null;
  if (revoked > 0) {
    const detail = { feature: row.feature, label: row.label };
    const entry = { brandId, actor, actorUserId, origin, action: 'key.revoke', subject: row.id, detail };
    await appendToAuditLog(prisma, entry);
  }
  return toApiKeyMetadata(row);
}
