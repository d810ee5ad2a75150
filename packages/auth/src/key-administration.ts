// The command line and the settings change keys in this one way: whatever is done is in the audit log, or not done.

import {
  type ApiKeyMetadata,
  type ApiKeyOrder,
  type IssuedApiKey,
  isKeyId,
  issueApiKey,
  revokeApiKey,
} from './api-keys.ts';
import type { Query } from './query.ts';

interface Dependencies {
  /** Of a transaction. */
  query: Query;
}

/** Who the audit log says it was: `operator:account`, or a user's address. */
interface Acting {
  actor: string;
}

/** Issues a key and says so in the audit log, without the key or its hash. */
export async function issueAuditedApiKey({ query }: Dependencies, order: ApiKeyOrder & Acting): Promise<IssuedApiKey> {
  const issued = await issueApiKey({ query }, order);
  const { id, feature, label, expires_at } = issued;
  await recordKeyAudit(query, { ...order, action: 'key.issue', subject: id, detail: { feature, label, expires_at } });
  return issued;
}

/**
 * Revokes a key for good; a second time changes nothing and is not in the audit log. null when the brand has no such
 * key, whatever `id` is.
 */
export async function revokeAuditedApiKey(
  { query }: Dependencies,
  { brandId, id, actor }: { brandId: string; id: string } & Acting,
): Promise<ApiKeyMetadata | null> {
  if (!isKeyId(id)) return null;
  // Of two who revoke it at once, the second waits here and finds it revoked.
  const [before] = await query<{ was_revoked: boolean }>(
    `SELECT revoked_at IS NOT NULL AS was_revoked FROM api_keys WHERE id = $1::uuid AND brand_id = $2::uuid FOR UPDATE`,
    [id, brandId],
  );
  const revoked = await revokeApiKey({ query }, { brandId, id });
  if (revoked === null || before?.was_revoked !== false) return revoked;
  const detail = { feature: revoked.feature, label: revoked.label };
  await recordKeyAudit(query, { brandId, actor, action: 'key.revoke', subject: revoked.id, detail });
  return revoked;
}

interface KeyAudit extends Acting {
  brandId: string;
  action: 'key.issue' | 'key.revoke';
  subject: string;
  detail: object;
}

async function recordKeyAudit(query: Query, { brandId, actor, action, subject, detail }: KeyAudit): Promise<void> {
  await query(
    'INSERT INTO audit_log (brand_id, actor, action, subject, detail) VALUES ($1::uuid, $2, $3, $4, $5::jsonb)',
    [brandId, actor, action, subject, JSON.stringify(detail)],
  );
}
