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
export function createApiKeyStore({ prisma, keyPrefix, now }: Options) {
  return {
    listKeys: (brandId: string): Promise<ApiKeyMetadata[]> => listApiKeys({ prisma }, { brandId }),

    issueKey: (
      owner: ActingOwner,
      { feature, label, expires_in, allowed_addresses }: KeyOrder,
    ): Promise<IssuedApiKey> => {
      const order = {
        brandId: owner.brandId,
        feature,
        label: label ?? null,
        expiresAt: expires_in ? new Date(now().getTime() + expires_in * 1000) : null,
        createdByUserId: owner.userId,
        keyPrefix,
        allowedAddresses: allowed_addresses ?? [],
        ...toActing(owner),
      };
      return prisma.$transaction((transaction) => issueAuditedApiKey({ prisma: transaction }, order));
    },

    revokeKey: (owner: ActingOwner, id: string): Promise<ApiKeyMetadata | null> =>
      prisma.$transaction((transaction) =>
        revokeAuditedApiKey({ prisma: transaction }, { brandId: owner.brandId, id, ...toActing(owner) }),
      ),
  };
}

function toActing({ userId, email, origin }: ActingOwner): Acting {
  return { actor: email, actorUserId: userId, origin };
}
