import {
  type ApiKeyFeature,
  type ApiKeyMetadata,
  type ApiKeyRefusal,
  type IssuedApiKey,
  issueAuditedApiKey,
  listApiKeys,
  type ReplacedApiKey,
  replaceAuditedApiKey,
  revokeAuditedApiKey,
} from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import type { ApiKeyRequest } from '@callside/schemas';
import type { ActingOwner } from './acting-owner.ts';

interface Options {
  prisma: PrismaClient;
  keyPrefix: string;
  now: () => Date;
}

export interface RefusedKeyOnFile {
  shownKey: string;
  reason: ApiKeyRefusal;
  feature: ApiKeyFeature;
  address: string;
  apiKeyId: string | null;
  label: string | null;
  requests: bigint;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** What owners see of a key. `prefix`: the first characters of every key of the deployment. */
export type ShownApiKey = ApiKeyMetadata & { prefix: string };

/** The API keys of brands, for their owners. */
export class ApiKeyStore {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async list(brandId: string): Promise<ShownApiKey[]> {
    const keys = await listApiKeys(this.#options.prisma, brandId);
    return keys.map((key) => this.#show(key));
  }

  /** Wrong and absent keys that were sent, the last seen first. */
  async listRefused(brandId: string): Promise<RefusedKeyOnFile[]> {
    const rows = await this.#options.prisma.refusedKey.findMany({
      where: { brandId },
      orderBy: [{ lastSeenAt: 'desc' }, { address: 'asc' }, { shownKey: 'asc' }, { feature: 'asc' }],
      include: { apiKey: { select: { label: true } } },
    });
    return rows.map(({ apiKey, feature, reason, ...row }) => ({
      ...row,
      // Written by the recorder of refused keys only.
      feature: feature as ApiKeyFeature,
      reason: reason as ApiKeyRefusal,
      label: apiKey?.label ?? null,
    }));
  }

  issue(
    owner: ActingOwner,
    { feature, label = null, expires_in, allowed_addresses }: ApiKeyRequest,
  ): Promise<IssuedApiKey> {
    const { prisma, keyPrefix, now } = this.#options;
    const input = {
      feature,
      label,
      expiresAt: expires_in ? new Date(now().getTime() + expires_in * 1000) : null,
      createdByUserId: owner.actorUserId,
      keyPrefix,
      allowedAddresses: allowed_addresses ?? [],
      ...owner,
    };
    return prisma.$transaction((transaction) => issueAuditedApiKey(transaction, input));
  }

  /** null if the brand has no such key. */
  async revoke(owner: ActingOwner, id: string): Promise<ShownApiKey | null> {
    const input = { id, ...owner };
    const key = await this.#options.prisma.$transaction((transaction) => revokeAuditedApiKey(transaction, input));
    return key === null ? null : this.#show(key);
  }

  /** null if the brand has no such key; `ended` for one that is revoked or has expired. */
  replace(
    owner: ActingOwner,
    { id, overlapSeconds }: { id: string; overlapSeconds: number },
  ): Promise<ReplacedApiKey | 'ended' | null> {
    const { prisma, keyPrefix } = this.#options;
    const input = { id, overlapSeconds, keyPrefix, ...owner };
    return prisma.$transaction((transaction) => replaceAuditedApiKey(transaction, input));
  }

  #show(key: ApiKeyMetadata): ShownApiKey {
    return { ...key, prefix: `${this.#options.keyPrefix}_live_` };
  }
}
