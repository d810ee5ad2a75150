import type { Prisma } from '@callside/database';
import { recordAudit } from './audit-log.ts';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';
import { findUser } from './user.ts';

export interface AgentAlias {
  /** Normalised like an address. */
  alias: string;
  /** Address of the user. */
  email: string;
  /** Status of the user: only an active user's alias resolves events. */
  status: string;
}

const withUser = { user: { select: { id: true, email: true, status: true } } } as const;

/**
 * Adds an alias. A second call changes nothing and is not recorded in the audit log. Throws OperatorError when the name is a
 * user's address or another user's alias.
 */
export async function addAlias(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  alias: string,
  email: string,
): Promise<AgentAlias> {
  const brandId = brand.id;
  const user = await findUser(prisma, brand, email);
  if (user.status === 'deactivated') {
    throw new OperatorError(`${email} is deactivated, and a name of theirs would find nobody`, {
      code: 'conflict',
      hint: `\`callside user set --brand ${brand.slug} --email ${email} --status active\` activates the user again`,
    });
  }
  if ((await prisma.user.count({ where: { brandId, email: alias } })) > 0) {
    throw new OperatorError(`${alias} is the address of a user of ${brand.slug}, and an address cannot be an alias`, {
      code: 'conflict',
      hint: 'choose another --alias',
    });
  }
  const { count } = await prisma.agentAlias.createMany({
    data: [{ brandId, alias, userId: user.id }],
    skipDuplicates: true,
  });
  if (count === 0) {
    const owner = await findAlias(prisma, brand, alias);
    if (owner?.userId === user.id) return toAgentAlias(owner);
    throw new OperatorError(`${alias} is an alias of ${owner?.user.email ?? 'another user'} already`, {
      code: 'conflict',
      hint: '`callside alias remove` removes it',
    });
  }
  await recordAudit(prisma, { brandId, action: 'alias.add', subject: user.id, detail: { alias, email } });
  return { alias, email, status: user.status };
}

/** Throws OperatorError when there is no alias of that name. */
export async function removeAlias(prisma: Prisma.TransactionClient, brand: Brand, alias: string): Promise<AgentAlias> {
  const brandId = brand.id;
  const found = await findAlias(prisma, brand, alias);
  const { count } = await prisma.agentAlias.deleteMany({ where: { brandId, alias } });
  if (found === null || count === 0) {
    throw new OperatorError(`the brand ${brand.slug} has no alias ${alias}`, {
      code: 'not_found',
      hint: `\`callside alias list --brand ${brand.slug}\` shows its aliases`,
    });
  }
  const { user } = found;
  const detail = { alias, email: user.email };
  await recordAudit(prisma, { brandId, action: 'alias.remove', subject: user.id, detail });
  return toAgentAlias(found);
}

export async function listAliases(prisma: Prisma.TransactionClient, brand: Brand): Promise<AgentAlias[]> {
  const where = { brandId: brand.id };
  return (await prisma.agentAlias.findMany({ where, orderBy: { alias: 'asc' }, include: withUser })).map(toAgentAlias);
}

export function findAlias(prisma: Prisma.TransactionClient, { id: brandId }: Brand, alias: string) {
  return prisma.agentAlias.findUnique({ where: { brandId_alias: { brandId, alias } }, include: withUser });
}

function toAgentAlias({ alias, user }: Prisma.AgentAliasGetPayload<{ include: typeof withUser }>): AgentAlias {
  return { alias, email: user.email, status: user.status };
}
