import { appendToAuditLog } from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import { addressToCount, type Logger, toServiceError } from '@callside/service-kit';
import type { RateLimits } from '../rate-limits.ts';

export interface RefusedSignIn {
  brandId: string;
  /** The network address of the request. */
  origin: string | null;
  /** The address that an identity provider named; null: none. */
  email: string | null;
  reason: string;
  /** What else was claimed. */
  claimed?: object;
}

interface Dependencies {
  prisma: PrismaClient;
  limits: Pick<RateLimits, 'refusedSignIns' | 'refusedSignInsOfBrand'>;
  logger: Logger;
}

const mostCharacters = 320;

/** Puts refused sign-ins into the audit log. */
export class RefusedSignInStore {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Anybody can send these requests, so that only some of each minute become entries, which nothing deletes. Never rejects: nothing is
   * given out with a refusal.
   */
  async append({ brandId, origin, email, reason, claimed }: RefusedSignIn): Promise<void> {
    const { prisma, limits, logger } = this.#dependencies;
    try {
      await limits.refusedSignIns.take(`${brandId} ${addressToCount(origin ?? '')}`);
      // Apart, so that requests without a person do not displace those of somebody whom the provider named.
      await limits.refusedSignInsOfBrand.take(`${brandId} ${email === null ? 'unnamed' : 'named'}`);
      const actor = email?.slice(0, mostCharacters) ?? 'unknown';
      const detail = { reason, ...claimed };
      const entry = { brandId, actor, actorUserId: null, origin, subject: actor, detail };
      await appendToAuditLog(prisma, { ...entry, action: 'session.refused' });
    } catch (error) {
      if (toServiceError(error).code === 'too_many_requests') return;
      logger.error({ err: error }, 'a refused sign-in could not be put into the audit log');
    }
  }
}
