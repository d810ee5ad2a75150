import { randomUUID } from 'node:crypto';
import type { Prisma } from '@callside/database';
import { recordAudit } from './audit-log.ts';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';

export const userRoles = ['rep', 'owner'] as const;
export type UserRole = (typeof userRoles)[number];

export const userStatuses = ['invited', 'active', 'deactivated'] as const;

const shown = { id: true, email: true, role: true, status: true } as const satisfies Prisma.UserSelect;
export type User = Prisma.UserGetPayload<{ select: typeof shown }>;

/** Throws OperatorError when the brand has no user with that normalised address. */
export async function findUser(prisma: Prisma.TransactionClient, brand: Brand, email: string): Promise<User> {
  const user = await prisma.user.findUnique({
    where: { brandId_email: { brandId: brand.id, email } },
    select: shown,
  });
  if (user === null) {
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

/** Throws OperatorError when the brand has a user with that address. */
export async function addUser(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  { email, name, role, status }: NewUser,
): Promise<User> {
  const [user] = await prisma.user.createManyAndReturn({
    data: [{ id: randomUUID(), brandId: brand.id, email, name, role, status }],
    skipDuplicates: true,
    select: shown,
  });
  if (user === undefined) {
    throw new OperatorError(`the brand ${brand.slug} has a user ${email} already`, {
      code: 'conflict',
      hint: '`callside user import` changes users',
    });
  }
  await recordAudit(prisma, {
    brandId: brand.id,
    action: 'user.add',
    subject: user.id,
    detail: { email, name, role, status },
  });
  return user;
}

/** A second call changes nothing and is not recorded in the audit log. Throws OperatorError when there is no such user. */
export async function deactivateUser(prisma: Prisma.TransactionClient, brand: Brand, email: string): Promise<User> {
  const status = 'deactivated';
  const user = await findUser(prisma, brand, email);
  const { count } = await prisma.user.updateMany({ where: { id: user.id, status: { not: status } }, data: { status } });
  if (count > 0) {
    await recordAudit(prisma, { brandId: brand.id, action: 'user.deactivate', subject: user.id, detail: { email } });
  }
  return { ...user, status };
}
