import { timingSafeEqual } from 'node:crypto';
import { createNaturalBatcher } from '@callside/service-kit';
import { digestApiKey, isApiKey } from './api-key.ts';
import type { ApiKeyFeature } from './api-keys.ts';
import type { Query } from './query.ts';

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
}

/** The key's id; null when it may not be used there. Rejects only when the database does. */
export type VerifyApiKey = (check: ApiKeyCheck) => Promise<{ id: string } | null>;

interface KeyRow {
  id: string;
  brand_id: string;
  feature: string;
  digest: string;
}

// The digests travel as hex text, which every client sends and returns alike. The clock is the database's.
const selectUsableKeys = `
  SELECT k.id::text AS id, k.brand_id::text AS brand_id, k.feature, encode(k.key_sha256, 'hex') AS digest
  FROM unnest($1::text[]) AS presented(digest)
  JOIN api_keys k ON k.key_sha256 = decode(presented.digest, 'hex')
  WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

const mostDigestsAQuery = 500;
/** Longer than any queue that moves: while the database hangs, nobody waits for two of its timeouts. */
const longestWaitMs = 1_000;

/**
 * Nothing is remembered between queries, and a query starts after the request that it answers has arrived: a
 * revocation holds for the next request on every instance. Under load one query answers all that queued meanwhile.
 */
export function createApiKeyVerifier({ query, keyPrefix, onUse }: ApiKeyVerifierDependencies): VerifyApiKey {
  const find = createNaturalBatcher<string, KeyRow | undefined>({
    maxItems: mostDigestsAQuery,
    maxWaitMs: longestWaitMs,
    run: async (digests) => {
      const rows = await query<KeyRow>(selectUsableKeys, [[...new Set(digests)]]);
      const byDigest = new Map(rows.map((row) => [row.digest, row]));
      return digests.map((digest) => byDigest.get(digest));
    },
  });

  return async ({ presented = '', brandId, feature }) => {
    // A key that is missing or malformed is looked up like any other, so that it takes as long to refuse.
    const digest = digestApiKey(presented);
    const row = await find(digest.toString('hex'));
    if (row === undefined || !isApiKey(keyPrefix, presented)) return null;
    if (!timingSafeEqual(Buffer.from(row.digest, 'hex'), digest)) return null;
    if (row.brand_id !== brandId || row.feature !== feature) return null;
    onUse?.(row.id, new Date());
    return { id: row.id };
  };
}
