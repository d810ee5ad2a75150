import { appendToAuditLog } from '@callside/auth';
import type { PrismaClient } from '@callside/database';

export interface EmbedRequest {
  brandId: string;
  /** The key of the feature `embed` that the request came with. */
  keyId: string;
  /** The network address of the request. */
  origin: string | null;
  /** The address that a token is asked for. */
  email: string;
}

export interface EmbedAudit {
  prisma: PrismaClient;
  keyPrefix: string;
}

/** Who got a token, and who did not, in the audit log. */
export async function auditEmbedToken(
  { prisma, keyPrefix }: EmbedAudit,
  { brandId, keyId, origin, email }: EmbedRequest,
  subject: string,
  outcome: object,
): Promise<void> {
  const { label, lastFour } = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  const acting = { actor: `key:${keyPrefix}_live_…${lastFour}`, actorUserId: null, origin };
  const detail = { ...outcome, email, key_id: keyId, key_label: label };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'embed.token', subject, detail });
}
