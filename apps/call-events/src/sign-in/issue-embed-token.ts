import { appendToAuditLog, type SessionTokens, type SignedInUser } from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import { toServiceError } from '@callside/service-kit';

export interface EmbedDependencies {
  /** The user if they are active in that brand. */
  findActiveUserByEmail: (brandId: string, email: string) => Promise<Pick<SignedInUser, 'id'> | null>;
  issueToken: SessionTokens['issue'];
  prisma: PrismaClient;
  keyPrefix: string;
  /** Both count for a key, and throw `too_many_requests` above the limit. */
  limits: Record<'embedTokens' | 'embedRefusalsOnFile', { take: (keyId: string) => Promise<void> }>;
  now: () => Date;
}

interface EmbedRequest {
  brandId: string;
  /** The key of the feature `embed` that the request came with. */
  keyId: string;
  /** The network address of the request. */
  origin: string | null;
  /** The address that a token is asked for. */
  email: string;
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
      await appendEntry(audit, request, email, { outcome: 'refused', reason });
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
  await appendEntry(audit, request, user.id, { outcome: 'issued', expires_at: issued.expiresAt.toISOString() });
  return issued;
}

/** Who got a token, and who did not, in the audit log. */
async function appendEntry(
  { prisma, keyPrefix }: Pick<EmbedDependencies, 'prisma' | 'keyPrefix'>,
  { brandId, keyId, origin, email }: EmbedRequest,
  subject: string,
  outcome: object,
): Promise<void> {
  const { label, lastFour } = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  const acting = { actor: `key:${keyPrefix}_live_…${lastFour}`, actorUserId: null, origin };
  const detail = { ...outcome, email, key_id: keyId, key_label: label };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'embed.token', subject, detail });
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
