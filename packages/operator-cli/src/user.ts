import { randomUUID } from 'node:crypto';
import type { Query } from '@callside/database';
import { recordAudit } from './audit-log.ts';
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

/** Throws OperatorError when the brand has no user with that normalised address. */
export async function findUser(query: Query, brand: Brand, email: string): Promise<User> {
  const [user] = await query<User>('SELECT id, email, role, status FROM users WHERE brand_id = $1 AND email = $2', [
    brand.id,
    email,
  ]);
  if (user === undefined) {
    throw new OperatorError(`the brand ${brand.slug} has no user ${email}`, {
      code: 'not_found',
      hint: '`callside user add` adds one',
    });
  }
  return user;
}

export interface NewUser {
  /** Normalised address. */
  email: string;
  name: string;
  role: UserRole;
  status: 'invited' | 'active';
}

/** Throws OperatorError when the brand has a user with that address. `query` must run in a transaction. */
export async function addUser(query: Query, brand: Brand, { email, name, role, status }: NewUser): Promise<User> {
  const [user] = await query<User>(
    `INSERT INTO users (id, brand_id, email, name, role, status) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (brand_id, email) DO NOTHING RETURNING id, email, role, status`,
    [randomUUID(), brand.id, email, name, role, status],
  );
  if (user === undefined) {
    throw new OperatorError(`the brand ${brand.slug} has a user ${email} already`, {
      code: 'conflict',
      hint: '`callside user import` changes users',
    });
  }
  const detail = { email, name, role: user.role, status: user.status };
  await recordAudit(query, { brandId: brand.id, action: 'user.add', subject: user.id, detail });
  return user;
}

/** A second call changes nothing and is not recorded in the audit log. Throws OperatorError when there is no such user. */
export async function deactivateUser(query: Query, brand: Brand, email: string): Promise<User> {
  const { id } = await findUser(query, brand, email);
  const [changed] = await query<User>(
    "UPDATE users SET status = 'deactivated' WHERE id = $1 AND status <> 'deactivated' RETURNING id, email, role, status",
    [id],
  );
  if (changed === undefined) return findUser(query, brand, email);
  await recordAudit(query, { brandId: brand.id, action: 'user.deactivate', subject: id, detail: { email } });
  return changed;
}
