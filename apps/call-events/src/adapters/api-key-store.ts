import {
  type Acting,
  type ApiKeyFeature,
  type ApiKeyMetadata,
  type IssuedApiKey,
  issueAuditedApiKey,
  listApiKeys,
  revokeAuditedApiKey,
} from '@callside/auth';
import type { PrismaClient } from '@callside/database';

interface Options {
  prisma: PrismaClient;
  keyPrefix: string;
  now: () => Date;
}

/** The acting owner, as the audit log records them. */
interface ActingOwner {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}

interface KeyOrder {
  feature: ApiKeyFeature;
  label?: string | null | undefined;
  /** In seconds; without it the key does not expire. */
  expires_in?: number | null | undefined;
  allowed_addresses?: string[] | null | undefined;
}

/** The API keys of brands, for their owners. */
export class ApiKeyStore {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  list(brandId: string): Promise<ApiKeyMetadata[]> {
    return listApiKeys(this.#options.prisma, brandId);
  }

  issue(
    { brandId, userId, ...owner }: ActingOwner,
    { feature, label = null, expires_in, allowed_addresses }: KeyOrder,
  ): Promise<IssuedApiKey> {
    const { prisma, keyPrefix, now } = this.#options;
    const order = {
      brandId,
      feature,
      label,
      expiresAt: expires_in ? new Date(now().getTime() + expires_in * 1000) : null,
      createdByUserId: userId,
      keyPrefix,
      allowedAddresses: allowed_addresses ?? [],
      ...toActing({ userId, ...owner }),
    };
    return prisma.$transaction((transaction) => issueAuditedApiKey(transaction, order));
  }

  revoke({ brandId, ...owner }: ActingOwner, id: string): Promise<ApiKeyMetadata | null> {
    const order = { brandId, id, ...toActing(owner) };
    return this.#options.prisma.$transaction((transaction) => revokeAuditedApiKey(transaction, order));
  }
}

function toActing({ userId, email, origin }: Omit<ActingOwner, 'brandId'>): Acting {
  return { actor: email, actorUserId: userId, origin };
}
