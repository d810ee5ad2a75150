import type { SecretBox } from '@callside/auth';
import type { Query } from '@callside/database';

interface Sources {
  query: Query;
  box: SecretBox;
  brandId: string;
}

const selectSecret = 'SELECT secret_sealed FROM shops WHERE brand_id = $1 AND shop = $2';

/**
 * The secret of a shop, read for each delivery, so that a change applies at once on every instance. null: the brand has no such shop. Throws if the
 * secret was encrypted with an unknown key.
 */
export async function findShopSecret(shop: string, { query, box, brandId }: Sources): Promise<string | null> {
  const [row] = await query<{ secret_sealed: string }>(selectSecret, [brandId, shop]);
  if (row === undefined) return null;
  const secret = box.open(row.secret_sealed);
  if (secret === null) throw new Error('the secret of a shop was encrypted with another SECRETS_KEY');
  return secret;
}
