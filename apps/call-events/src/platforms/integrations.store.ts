import type { SecretBox } from '@callside/auth';
import type { Query } from '@callside/database';
import { createSharedQuery } from '../shared-query.ts';

interface Asked {
  brandId: string;
  platform: string;
}

type Row = Asked & { sealed: string | null };

// In SQL, because every request of a platform needs it. It uses the pool of the webhooks, which pages do not use.
const selectIntegrations = `
  SELECT brand_id AS "brandId", platform, secret_sealed AS sealed FROM integrations
   WHERE (brand_id, platform) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`;

/**
 * Finds the secret with which a platform of a brand signs; null in it: the platform sends a key. Resolves to null if the brand has not
 * switched the platform on. Throws if the secret was encrypted with an unknown key.
 */
export function createFindIntegration({ query, box }: { query: Query; box: SecretBox }) {
  const nameOf = ({ brandId, platform }: Asked) => `${brandId} ${platform}`;
  const find = createSharedQuery<Row, Asked>({
    keyOf: nameOf,
    nameOf,
    read: (asked) =>
      query<Row>(selectIntegrations, [asked.map(({ brandId }) => brandId), asked.map(({ platform }) => platform)]),
  });
  return async (brandId: string, platform: string): Promise<{ secret: string | null } | null> => {
    const row = await find({ brandId, platform });
    if (row === null) return null;
    if (row.sealed === null) return { secret: null };
    const secret = box.open(row.sealed);
    if (secret === null) throw new Error('the secret of an integration was encrypted with another SECRETS_KEY');
    return { secret };
  };
}
