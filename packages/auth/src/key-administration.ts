// The command line and the settings change keys only through these functions: the change and its audit log entry are in one
// transaction.

import {
  type ApiKeyMetadata,
  type ApiKeyOrder,
  type IssuedApiKey,
  isKeyId,
  issueApiKey,
  revokeApiKey,
} from './api-keys.ts';
import { type Acting, appendToAuditLog } from './audit-log.ts';
import type { Query } from './query.ts';

interface Dependencies {
  /** Must run in a transaction. */
  query: Query;
}

/** Issues a key and records it in the audit log, without the key or its hash. */
export async function issueAuditedApiKey({ query }: Dependencies, order: ApiKeyOrder & Acting): Promise<IssuedApiKey> {
  const issued = await issueApiKey({ query }, order);
  const { id, feature, label, expires_at, allowed_addresses } = issued;
  const { brandId, actor, actorUserId, origin } = order;
  const detail = { feature, label, expires_at, ...(allowed_addresses.length > 0 && { allowed_addresses }) };
  await appendToAuditLog(query, { brandId, actor, actorUserId, origin, action: 'key.issue', subject: id, detail });
  return issued;
}

/**
 * Revokes a key permanently. A second call changes nothing and is not recorded in the audit log. null when the brand has no key
 * with this `id`, in any format.
 */
export async function revokeAuditedApiKey(
  { query }: Dependencies,
  { brandId, id, actor, actorUserId, origin }: { brandId: string; id: string } & Acting,
): Promise<ApiKeyMetadata | null> {
  if (!isKeyId(id)) return null;
  // Of two concurrent revocations, the second waits here and finds the key revoked.
  const [before] = await query<{ was_revoked: boolean }>(
    `SELECT revoked_at IS NOT NULL AS was_revoked FROM api_keys WHERE id = $1::uuid AND brand_id = $2::uuid FOR UPDATE`,
    [id, brandId],
  );
  const revoked = await revokeApiKey({ query }, { brandId, id });
  if (revoked === null || before?.was_revoked !== false) return revoked;
  const detail = { feature: revoked.feature, label: revoked.label };
  const entry = { brandId, actor, actorUserId, origin, action: 'key.revoke', subject: revoked.id, detail };
  await appendToAuditLog(query, entry);
  return revoked;
}
