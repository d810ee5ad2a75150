import { type Acting, appendToAuditLog } from '@callside/auth';
import type { PrismaClient } from '@callside/database';

export interface EmbedEntry {
  brandId: string;
  keyId: string;
  /** The network address of the request. */
  origin: string | null;
  /** The address that a token was asked for. */
  email: string;
  outcome:
    | { outcome: 'issued'; userId: string; expiresAt: Date }
    | { outcome: 'refused'; reason: 'no active user' | 'too many requests' };
}

/** Who got tokens of users with a key of the feature `embed`, and who did not, in the audit log. */
export class EmbedAuditStore {
  readonly #prisma: PrismaClient;
  readonly #keyPrefix: string;

  constructor({ prisma, keyPrefix }: { prisma: PrismaClient; keyPrefix: string }) {
    this.#prisma = prisma;
    this.#keyPrefix = keyPrefix;
  }

  async append({ brandId, keyId, origin, email, outcome }: EmbedEntry): Promise<void> {
    const { label, lastFour } = await this.#prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    const acting: Acting = { actor: `key:${this.#keyPrefix}_live_…${lastFour}`, actorUserId: null, origin };
    await appendToAuditLog(this.#prisma, {
      ...acting,
      brandId,
      action: 'embed.token',
      subject: outcome.outcome === 'issued' ? outcome.userId : email,
      detail: {
        outcome: outcome.outcome,
        email,
        ...(outcome.outcome === 'issued'
          ? { expires_at: outcome.expiresAt.toISOString() }
          : { reason: outcome.reason }),
        key_id: keyId,
        key_label: label,
      },
    });
  }
}
