import {
  type Acting,
  type ApiKeyFeature,
  type ApiKeyMetadata,
  type IssuedApiKey,
  issueAuditedApiKey,
  listApiKeys,
  revokeAuditedApiKey,
} from '@callside/auth';
import { inTransaction, type Pool, type Query, queryThrough } from '@callside/database';

interface Options {
  pool: Pool;
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
export function createApiKeySettings({ pool, keyPrefix, now }: Options) {
  function transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return inTransaction(pool, async (client) => {
      await client.query('BEGIN');
      const result = await work(queryThrough(client));
      await client.query('COMMIT');
      return result;
    });
  }

  return {
    listKeys: (brandId: string): Promise<ApiKeyMetadata[]> => listApiKeys({ query: queryThrough(pool) }, { brandId }),

    issueKey: (
      owner: ActingOwner,
      { feature, label, expires_in, allowed_addresses }: KeyOrder,
    ): Promise<IssuedApiKey> => {
      const { brandId, userId } = owner;
      const expiresAt = expires_in ? new Date(now().getTime() + expires_in * 1000) : null;
      const order = {
        brandId,
        feature,
        label: label ?? null,
        expiresAt,
        createdByUserId: userId,
        keyPrefix,
        allowedAddresses: allowed_addresses ?? [],
      };
      return transaction((query) => issueAuditedApiKey({ query }, { ...order, ...toActing(owner) }));
    },

    revokeKey: (owner: ActingOwner, id: string): Promise<ApiKeyMetadata | null> =>
      transaction((query) => revokeAuditedApiKey({ query }, { brandId: owner.brandId, id, ...toActing(owner) })),
  };
}

function toActing({ userId, email, origin }: ActingOwner): Acting {
  return { actor: email, actorUserId: userId, origin };
}
