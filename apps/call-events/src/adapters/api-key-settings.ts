import {
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

/** The owner who changes something, as the audit log names him. */
interface Acting {
  brandId: string;
  userId: string;
  email: string;
}

interface KeyOrder {
  feature: ApiKeyFeature;
  label?: string | null | undefined;
  /** In seconds; without it the key never ends. */
  expires_in?: number | null | undefined;
}

/** The keys of brands, as their owners change them. */
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

    issueKey: ({ brandId, userId, email }: Acting, { feature, label, expires_in }: KeyOrder): Promise<IssuedApiKey> => {
      const expiresAt = expires_in ? new Date(now().getTime() + expires_in * 1000) : null;
      const order = { brandId, feature, label: label ?? null, expiresAt, createdByUserId: userId, keyPrefix };
      return transaction((query) => issueAuditedApiKey({ query }, { ...order, actor: email }));
    },

    revokeKey: ({ brandId, email }: Acting, id: string): Promise<ApiKeyMetadata | null> =>
      transaction((query) => revokeAuditedApiKey({ query }, { brandId, id, actor: email })),
  };
}
