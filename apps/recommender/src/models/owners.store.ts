import type { SignedInUser } from '@callside/auth';
import type { Query } from '@callside/database';
import { isUuid } from '@callside/service-kit';

const selectActiveUser = `
  SELECT id, brand_id AS "brandId", email, name, role, team FROM users WHERE id = $1 AND brand_id = $2 AND status = 'active'`;

/** The user if they are active in that brand; otherwise null. */
export async function findActiveUser(query: Query, userId: string, brandId: string): Promise<SignedInUser | null> {
  if (!isUuid(userId) || !isUuid(brandId)) return null;
  const [user] = await query<SignedInUser>(selectActiveUser, [userId, brandId]);
  return user ?? null;
}
