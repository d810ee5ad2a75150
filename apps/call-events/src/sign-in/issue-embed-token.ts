import type { SessionTokens, SignedInUser } from '@callside/auth';
import { toServiceError } from '@callside/service-kit';
import { auditEmbedToken, type EmbedAudit, type EmbedRequest } from './embed-audit.store.ts';

export interface EmbedDependencies extends EmbedAudit {
  /** The user if they are active in that brand. */
  findActiveUserByEmail: (brandId: string, email: string) => Promise<Pick<SignedInUser, 'id'> | null>;
  issueToken: SessionTokens['issue'];
  /** Both count for a key, and throw `too_many_requests` above the limit. */
  limits: Record<'embedTokens' | 'embedRefusalsOnFile', { take: (keyId: string) => Promise<void> }>;
  now: () => Date;
}

/** The page asks for a new one before it expires. A token also ends with its user and its key. */
const ttlSeconds = 10 * 60;

/**
 * A token for the desk of a user; null if there is no such active user. The limit of the key is checked before the address is looked up:
 * above it, known and unknown addresses get the same answer. No token is given away without an entry in the audit log.
 */
export async function issueEmbedToken(
  request: EmbedRequest,
  { findActiveUserByEmail, issueToken, limits, now, ...audit }: EmbedDependencies,
): Promise<{ token: string; expiresAt: Date } | null> {
  const { brandId, keyId, email } = request;
  const noteRefusal = async (reason: 'no active user' | 'too many requests') => {
    if (await isAllowed(limits.embedRefusalsOnFile.take(keyId))) {
      await auditEmbedToken(audit, request, email, { outcome: 'refused', reason });
    }
  };
  try {
    await limits.embedTokens.take(keyId);
  } catch (error) {
    if (toServiceError(error).code === 'too_many_requests') await noteRefusal('too many requests');
    throw error;
  }
  const user = await findActiveUserByEmail(brandId, email);
  if (user === null) {
    await noteRefusal('no active user');
    return null;
  }
  const issued = issueToken({ userId: user.id, brandId, audience: 'tab', ttlSeconds, now: now(), keyId });
  await auditEmbedToken(audit, request, user.id, { outcome: 'issued', expires_at: issued.expiresAt.toISOString() });
  return issued;
}

async function isAllowed(counted: Promise<void>): Promise<boolean> {
  try {
    await counted;
    return true;
  } catch (error) {
    if (toServiceError(error).code === 'too_many_requests') return false;
    throw error;
  }
}
