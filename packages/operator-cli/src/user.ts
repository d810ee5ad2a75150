import type { Query } from '@callside/database';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';

export const userRoles = ['rep', 'owner'] as const;
export type UserRole = (typeof userRoles)[number];

export const userStatuses = ['invited', 'active', 'deactivated'] as const;
export type UserStatus = (typeof userStatuses)[number];

export interface User {
  id: string;
  email: string;
  role: UserRole;
  status: UserStatus;
}

/** Throws OperatorError when the brand has none with that address, which is given in its normalised form. */
export async function findUser(query: Query, brand: Brand, email: string): Promise<User> {
  const [user] = await query<User>('SELECT id, email, role, status FROM users WHERE brand_id = $1 AND email = $2', [
    brand.id,
    email,
  ]);
  if (user === undefined) {
    throw new OperatorError(`the brand ${brand.slug} has no user ${email}; \`callside user add\` adds one`);
  }
  return user;
}
