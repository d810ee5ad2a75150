// The command line and the settings change users only through these functions: the change and its audit log entry are in one
// transaction. Imports write many users at once and record one entry.

import { randomUUID } from 'node:crypto';
import type { Prisma } from '@callside/database';
import { type Acting, appendToAuditLog } from './audit-log.ts';

/** Instants are ISO 8601 in UTC. */
export interface UserMetadata {
  id: string;
  /** Normalised. */
  email: string;
  name: string;
  role: 'rep' | 'lead' | 'auditor' | 'owner';
  /** null: none. */
  team: string | null;
  status: 'invited' | 'active' | 'deactivated';
  created_at: string;
  last_login_at: string | null;
}

export interface NewUser {
  /** Normalised address. */
  email: string;
  name: string;
  role: UserMetadata['role'];
  /** null: none. */
  team: string | null;
  status: 'invited' | 'active';
}

type UserFields = Pick<UserMetadata, 'name' | 'role' | 'team' | 'status'>;

/** Absent fields are unchanged. */
export type UserChange = { [Field in keyof UserFields]?: UserFields[Field] | undefined };

/** null when the brand has a user with that address. */
export async function addAuditedUser(
  prisma: Prisma.TransactionClient,
  { brandId, email, name, role, team, status, actor, actorUserId, origin }: NewUser & { brandId: string } & Acting,
): Promise<UserMetadata | null> {
  const [row] = await prisma.user.createManyAndReturn({
    data: [{ id: randomUUID(), brandId, email, name, role, team, status }],
    skipDuplicates: true,
  });
  if (row === undefined) return null;
  const detail = { email, name, role, ...(team !== null && { team }), status };
  await appendToAuditLog(prisma, { brandId, actor, actorUserId, origin, action: 'user.add', subject: row.id, detail });
  return toUserMetadata(row);
}

/**
 * Without a difference nothing is changed and nothing is recorded. null when the brand has no user with this `id`, which is a UUID.
 * A trigger ends the live call of a user who is deactivated.
 */
export async function changeAuditedUser(
  prisma: Prisma.TransactionClient,
  { brandId, id, change, actor, actorUserId, origin }: { brandId: string; id: string; change: UserChange } & Acting,
): Promise<UserMetadata | null> {
  const before = await prisma.user.findUnique({ where: { id, brandId } });
  if (before === null) return null;
  const entries = Object.entries(change).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof UserChange],
  );
  if (entries.length === 0) return toUserMetadata(before);
  const data: Partial<UserFields> = Object.fromEntries(entries);
  const row = await prisma.user.update({ where: { id }, data });
  const action = data.status === undefined ? 'user.set' : actionOf[data.status];
  const { status: _, ...others } = data;
  const detail = { email: row.email, ...others };
  await appendToAuditLog(prisma, { brandId, actor, actorUserId, origin, action, subject: id, detail });
  return toUserMetadata(row);
}

const actionOf = { deactivated: 'user.deactivate', active: 'user.activate', invited: 'user.set' } as const;

export function toUserMetadata(row: Prisma.UserGetPayload<object>): UserMetadata {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    // Check constraints limit both columns to these values.
    role: row.role as UserMetadata['role'],
    team: row.team,
    status: row.status as UserMetadata['status'],
    created_at: row.createdAt.toISOString(),
    last_login_at: row.lastLoginAt?.toISOString() ?? null,
  };
}
