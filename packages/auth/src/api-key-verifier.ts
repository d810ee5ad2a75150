import { timingSafeEqual } from 'node:crypto';
import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import { isAddressAllowed } from './allowed-addresses.ts';
import { digestApiKey, isApiKey } from './api-key.ts';
import type { ApiKeyFeature } from './api-keys.ts';

export interface ApiKeyVerifierDependencies {
  query: Query;
  keyPrefix: string;
  /** Called for each key that was accepted. */
  onUse?: (keyId: string, at: Date) => void;
}

export interface ApiKeyCheck {
  presented: string | undefined;
  brandId: string;
  feature: ApiKeyFeature;
  /** Network address of the request. */
  address: string | undefined;
}

/**
 * Why a key may not be used. For the brand's own log; the sender never receives it. `malformed` starts with the key prefix,
 * `missing` covers everything else.
 */
export type ApiKeyRefusal =
  | 'missing'
  | 'malformed'
  | 'unknown'
  | 'wrong_feature'
  | 'revoked'
  | 'expired'
  | 'wrong_address';

/** The id is set when the refused key belongs to the brand. */
export type ApiKeyVerdict = { usable: true; id: string } | { usable: false; reason: ApiKeyRefusal; id: string | null };

/** Rejects only when the database query fails. */
export type VerifyApiKey = (check: ApiKeyCheck) => Promise<ApiKeyVerdict>;

/** A row of `selectKeys`. */
export interface StoredApiKey {
  id: string;
  brand_id: string;
  feature: string;
  digest: string;
  revoked: boolean;
  expired: boolean;
  allowed_addresses: string[];
}

// In SQL, because every webhook needs it: 64 keys take 7.8 ms through Prisma and 2.7 ms here. Expiry is compared with the database's
// clock.
const selectKeys = `
  SELECT k.id::text AS id, k.brand_id::text AS brand_id, k.feature, encode(k.key_sha256, 'hex') AS digest,
         k.revoked_at IS NOT NULL AS revoked, coalesce(k.expires_at <= now(), false) AS expired,
         k.allowed_addresses
  FROM unnest($1::text[]) AS presented(digest)
  JOIN api_keys k ON k.key_sha256 = decode(presented.digest, 'hex')`;

/** The stored keys by digest, in hexadecimal. */
export async function readApiKeys(query: Query, digests: readonly string[]): Promise<Map<string, StoredApiKey>> {
  const rows = await query<StoredApiKey>(selectKeys, [[...new Set(digests)]]);
  return new Map(rows.map((row) => [row.digest, row]));
}

const mostDigestsAQuery = 500;
/** More than an instance checks in a second; requests beyond it are refused at once. */
const mostQueued = 8_000;
/** Longer than the wait in a healthy queue. While the database hangs, no request waits for two of its timeouts. */
const longestWaitMs = 1_000;

/**
 * Nothing is cached, and a query starts after the request that it answers has arrived, so a revocation applies to the next request
 * on every instance. Under load, one query answers all requests that queued during the previous one.
 */
export function createApiKeyVerifier({ query, keyPrefix, onUse }: ApiKeyVerifierDependencies): VerifyApiKey {
  const find = createNaturalBatcher<string, StoredApiKey | undefined>({
    maxItems: mostDigestsAQuery,
    maxWaitMs: longestWaitMs,
    maxQueued: mostQueued,
    run: async (digests) => {
      const keys = await readApiKeys(query, digests);
      return digests.map((digest) => keys.get(digest));
    },
  });

  return async ({ presented = '', brandId, feature, address }) => {
    // A missing or malformed key is looked up as well, so that its refusal takes the same time.
    const digest = digestApiKey(presented);
    const found = await find(digest.toString('hex'));
    if (!isApiKey(keyPrefix, presented)) {
      return { usable: false, reason: presented.startsWith(`${keyPrefix}_`) ? 'malformed' : 'missing', id: null };
    }
    const row = found && timingSafeEqual(Buffer.from(found.digest, 'hex'), digest) ? found : undefined;
    const verdict = judgeApiKey(row, { brandId, feature, address });
    if (verdict.usable) onUse?.(verdict.id, new Date());
    return verdict;
  };
}

/** Whether the stored key of a digest may be used now. */
export function judgeApiKey(
  key: StoredApiKey | undefined,
  { brandId, feature, address }: Omit<ApiKeyCheck, 'presented'>,
): ApiKeyVerdict {
  if (key === undefined || key.brand_id !== brandId) return { usable: false, reason: 'unknown', id: null };
  const reason = refusalOf(key, feature, address);
  return reason === null ? { usable: true, id: key.id } : { usable: false, reason, id: key.id };
}

function refusalOf(row: StoredApiKey, feature: ApiKeyFeature, address: string | undefined): ApiKeyRefusal | null {
  if (row.feature !== feature) return 'wrong_feature';
  if (row.revoked) return 'revoked';
  if (row.expired) return 'expired';
  return isAddressAllowed(row.allowed_addresses, address) ? null : 'wrong_address';
}
