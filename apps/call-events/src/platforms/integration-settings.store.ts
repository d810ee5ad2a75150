import { removeAuditedIntegration, type SecretBox, setAuditedIntegration } from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import { type PlatformPayload, platformPayloadSchema } from '@callside/schemas';
import type { ActingOwner } from '../brands/index.ts';

export interface IntegrationOnFile {
  platform: string;
  updatedAt: Date;
  lastAccepted: PlatformPayload | null;
  lastRefused: PlatformPayload | null;
}

/** The integrations of brands, for their owners. */
export class IntegrationSettings {
  readonly #prisma: PrismaClient;
  readonly #box: SecretBox;
  readonly #now: () => Date;

  constructor({ prisma, box, now }: { prisma: PrismaClient; box: SecretBox; now: () => Date }) {
    this.#prisma = prisma;
    this.#box = box;
    this.#now = now;
  }

  async list(brandId: string): Promise<IntegrationOnFile[]> {
    const rows = await this.#prisma.integration.findMany({
      where: { brandId },
      orderBy: { platform: 'asc' },
      omit: { brandId: true, secretSealed: true },
    });
    return rows.map(({ platform, updatedAt, lastAccepted, lastRefused }) => ({
      platform,
      updatedAt,
      lastAccepted: platformPayloadSchema.safeParse(lastAccepted).data ?? null,
      lastRefused: platformPayloadSchema.safeParse(lastRefused).data ?? null,
    }));
  }

  /** What the platform signs with. `unreadable`: sealed with another SECRETS_KEY. null: the brand has no such integration. */
  async findSecret(brandId: string, platform: string): Promise<{ secret: string | null } | 'unreadable' | null> {
    const row = await this.#prisma.integration.findUnique({
      where: { brandId_platform: { brandId, platform } },
      select: { secretSealed: true },
    });
    if (row === null || row.secretSealed === null) return row && { secret: null };
    const secret = this.#box.open(row.secretSealed);
    return secret === null ? 'unreadable' : { secret };
  }

  set(owner: ActingOwner, platform: string, secret: string | null): Promise<void> {
    const secretSealed = secret === null ? null : this.#box.seal(secret);
    const change = { platform, secretSealed, updatedAt: this.#now(), ...owner };
    return this.#prisma.$transaction((transaction) => setAuditedIntegration(transaction, change));
  }

  /** False: there was none. */
  remove(owner: ActingOwner, platform: string): Promise<boolean> {
    return this.#prisma.$transaction((transaction) => removeAuditedIntegration(transaction, { platform, ...owner }));
  }
}
