import {
  addAuditedUser,
  changeAuditedUser,
  type NewUser,
  toUserMetadata,
  type UserChange,
  type UserMetadata,
} from '@callside/auth';
import type { Prisma } from '@callside/database';
import { canonicalIssuer } from '@callside/schemas';
import { actingOperator, recordAudit } from './audit-log.ts';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';

/** What commands print of a user; one without a team has no `team`. */
export type User = Pick<UserMetadata, 'id' | 'email' | 'role' | 'status'> & { team?: string };

/** Throws OperatorError when the brand has no user with that normalised address. */
export async function findUser(prisma: Prisma.TransactionClient, brand: Brand, email: string): Promise<User> {
  const user = await prisma.user.findUnique({
    where: { brandId_email: { brandId: brand.id, email } },
  });
  if (user === null) {
    throw new OperatorError(`the brand ${brand.slug} has no user ${email}`, {
      code: 'not_found',
      hint: '`callside user add` adds one',
    });
  }
  return toUser(toUserMetadata(user));
}

/** Throws OperatorError when the brand has a user with that address. */
export async function addUser(prisma: Prisma.TransactionClient, brand: Brand, user: NewUser): Promise<User> {
  const added = await addAuditedUser(prisma, { ...user, brandId: brand.id, ...actingOperator() });
  if (added === null) {
    throw new OperatorError(`the brand ${brand.slug} has a user ${user.email} already`, {
      code: 'conflict',
      hint: '`callside user set` changes a user',
    });
  }
  return toUser(added);
}

/** By address. */
export async function listUsers(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  { status, role, team }: Partial<Pick<UserMetadata, 'status' | 'role' | 'team'>>,
): Promise<UserMetadata[]> {
  const where = { brandId: brand.id, ...(status && { status }), ...(role && { role }), ...(team && { team }) };
  return (await prisma.user.findMany({ where, orderBy: { email: 'asc' } })).map(toUserMetadata);
}

export function deactivateUser(prisma: Prisma.TransactionClient, brand: Brand, email: string): Promise<User> {
  return changeUser(prisma, brand, email, { status: 'deactivated' });
}

/** A second call changes nothing and is not recorded in the audit log. Throws OperatorError when there is no such user. */
export async function changeUser(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  email: string,
  change: UserChange,
): Promise<User> {
  const user = await findUser(prisma, brand, email);
  const changed = await changeAuditedUser(prisma, { brandId: brand.id, id: user.id, change, ...actingOperator() });
  // Imports and the page of people allow a lead without a team, who can still be renamed and deactivated.
  const isPlaced = change.role !== undefined || change.team !== undefined;
  if (isPlaced && changed?.role === 'lead' && changed.team === null) {
    throw new OperatorError(`${email} would be a lead without a team, who reads no calls`, {
      code: 'conflict',
      hint: 'give a --team',
    });
  }
  return changed === null ? user : toUser(changed);
}

export type BoundUser = User & { issuer: string; subject: string };

/** Throws OperatorError when there is no such user, or no issuer. */
export async function bindUser(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  { email, subject, issuer: asked }: { email: string; subject: string; issuer?: string },
): Promise<BoundUser> {
  const user = await findUser(prisma, brand, email);
  const provider = await prisma.signInProvider.findUnique({ where: { brandId: brand.id }, select: { issuer: true } });
  const named = asked ?? provider?.issuer;
  if (named === undefined) {
    throw new OperatorError(`${brand.slug} has no identity provider of its own`, {
      code: 'usage',
      hint: 'give its issuer as --issuer',
    });
  }
  const issuer = canonicalIssuer(named);
  const account = { signInIssuer: issuer, signInSubject: subject };
  await prisma.user.updateMany({
    where: { brandId: brand.id, ...account, id: { not: user.id } },
    data: { signInIssuer: null, signInSubject: null, boundByOperator: false },
  });
  await prisma.user.update({ where: { id: user.id }, data: { ...account, boundByOperator: true } });
  const detail = { email, issuer, subject };
  await recordAudit(prisma, { brandId: brand.id, action: 'user.bind', subject: user.id, detail });
  return { ...user, issuer, subject };
}

function toUser({ id, email, role, team, status }: UserMetadata): User {
  return { id, email, role, ...(team !== null && { team }), status };
}
