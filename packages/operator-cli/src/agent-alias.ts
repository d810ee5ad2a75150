import type { Database, Query } from '@callside/database';
import { recordAudit } from './audit-log.ts';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';
import { findUser, type UserStatus } from './user.ts';

export interface AgentAlias {
  /** Normalised like an address. */
  alias: string;
  /** Address of the user. */
  email: string;
  /** Status of the user: only an active user's alias resolves events. */
  status: UserStatus;
}

/**
 * Adds an alias. A second call changes nothing and is not recorded in the audit log. Throws OperatorError when the name is a
 * user's address or another user's alias. `query` must run in a transaction.
 */
export async function addAlias(query: Query, brand: Brand, alias: string, email: string): Promise<AgentAlias> {
  const user = await findUser(query, brand, email);
  const namesakes = await query('SELECT 1 FROM users WHERE brand_id = $1 AND email = $2', [brand.id, alias]);
  if (namesakes.length > 0) {
    throw new OperatorError(`${alias} is the address of a user of ${brand.slug}, which always stands for that user`, {
      code: 'conflict',
      hint: 'choose another --alias',
    });
  }
  const added = await query(
    'INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING alias',
    [brand.id, alias, user.id],
  );
  if (added.length === 0) {
    const owner = await findAlias(query, brand, alias);
    if (owner?.email === email) return owner;
    throw new OperatorError(`${alias} is an alias of ${owner?.email ?? 'another user'} already`, {
      code: 'conflict',
      hint: '`callside alias remove` takes it away',
    });
  }
  await recordAudit(query, { brandId: brand.id, action: 'alias.add', subject: user.id, detail: { alias, email } });
  return { alias, email, status: user.status };
}

/** Throws OperatorError when there is no alias of that name. `query` must run in a transaction. */
export async function removeAlias(query: Query, brand: Brand, alias: string): Promise<AgentAlias> {
  const found = await findAlias(query, brand, alias);
  const [removed] = await query<{ user_id: string }>(
    'DELETE FROM agent_aliases WHERE brand_id = $1 AND alias = $2 RETURNING user_id',
    [brand.id, alias],
  );
  if (found === undefined || removed === undefined) {
    throw new OperatorError(`the brand ${brand.slug} has no alias ${alias}`, {
      code: 'not_found',
      hint: `\`callside alias list --brand ${brand.slug}\` shows those it has`,
    });
  }
  const detail = { alias, email: found.email };
  await recordAudit(query, { brandId: brand.id, action: 'alias.remove', subject: removed.user_id, detail });
  return found;
}

async function findAlias(query: Query, brand: Brand, alias: string): Promise<AgentAlias | undefined> {
  const [found] = await query<AgentAlias>(
    `SELECT a.alias, u.email, u.status FROM agent_aliases a JOIN users u ON u.id = a.user_id
     WHERE a.brand_id = $1 AND a.alias = $2`,
    [brand.id, alias],
  );
  return found;
}

export async function listAliases(prisma: Database['prisma'], brand: Brand): Promise<AgentAlias[]> {
  const aliases = await prisma.agentAlias.findMany({
    where: { brandId: brand.id },
    orderBy: { alias: 'asc' },
    select: { alias: true, user: { select: { email: true, status: true } } },
  });
  // A check constraint limits the column to these values.
  return aliases.map(({ alias, user }) => ({ alias, email: user.email, status: user.status as UserStatus }));
}
