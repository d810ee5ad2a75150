import { appendToAuditLog } from '@callside/auth';
import type { Prisma, PrismaClient } from '@callside/database';
import type { AuditAction } from '@callside/schemas';
import type { ActingOwner } from '../acting-owner.ts';
import type { AddAliasOutcome, AliasOnFile, RepWithCall } from '../rules/agent.ts';
import type { Candidate } from '../rules/likely-user.ts';

const withUser = { user: { select: { id: true, email: true, name: true, status: true } } } as const;
const mostUsers = 5_000;

/** The names by which events of a brand identify its users: addresses and aliases. */
export class AgentStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  async listAliases(brandId: string): Promise<AliasOnFile[]> {
    const rows = await this.#prisma.agentAlias.findMany({
      where: { brandId },
      orderBy: { alias: 'asc' },
      include: withUser,
    });
    return rows.map(toAlias);
  }

  /** The users of a brand with their aliases, by name. */
  async listUsers(brandId: string): Promise<Candidate[]> {
    const rows = await this.#prisma.user.findMany({
      where: { brandId },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: mostUsers,
      select: { id: true, email: true, name: true, status: true, aliases: { select: { alias: true } } },
    });
    return rows.map(({ aliases, status, ...user }) => ({
      ...user,
      status: toStatus(status),
      aliases: aliases.map(({ alias }) => alias),
    }));
  }

  /** A second call changes nothing and is not recorded in the audit log. */
  addAlias({ brandId, ...owner }: ActingOwner, alias: string, aliasOf: string): Promise<AddAliasOutcome> {
    return this.#prisma.$transaction(async (transaction) => {
      const user = await transaction.user.findFirst({ where: { id: aliasOf, brandId } });
      if (user === null) return { refused: 'unknown_user' };
      if (user.status !== 'active') return { refused: 'user_not_active' };
      const takenBy = await transaction.user.findFirst({ where: { brandId, email: alias } });
      if (takenBy !== null) return { refused: 'address_of_user', takenBy };
      const data = [{ brandId, alias, userId: user.id }];
      const { count } = await transaction.agentAlias.createMany({ data, skipDuplicates: true });
      const row = await transaction.agentAlias.findUnique({
        where: { brandId_alias: { brandId, alias } },
        include: withUser,
      });
      if (row === null) return { refused: 'removed_meanwhile' };
      if (row.userId !== user.id) return { refused: 'alias_of_another', takenBy: row.user };
      if (count > 0) {
        const detail = { alias, email: user.email };
        const change = { action: 'alias.add', subject: user.id, detail } as const;
        await appendToAuditLog(transaction, { brandId, ...owner, ...change });
      }
      return { added: toAlias(row) };
    });
  }

  /** null: the brand has no such alias. */
  removeAlias({ brandId, ...owner }: ActingOwner, alias: string): Promise<AliasOnFile | null> {
    return this.#prisma.$transaction(async (transaction) => {
      const where = { brandId_alias: { brandId, alias } };
      const row = await transaction.agentAlias.findUnique({ where, include: withUser });
      const { count } = await transaction.agentAlias.deleteMany({ where: { brandId, alias } });
      if (row === null || count === 0) return null;
      const detail = { alias, email: row.user.email };
      const change = { action: 'alias.remove', subject: row.userId, detail } as const;
      await appendToAuditLog(transaction, { brandId, ...owner, ...change });
      return toAlias(row);
    });
  }

  /** Records a change that another part of the service makes. */
  async audit(owner: ActingOwner, change: { action: AuditAction; subject: string; detail: object }): Promise<void> {
    await appendToAuditLog(this.#prisma, { ...owner, ...change });
  }

  /** Returns which of these calls the test panel opened. */
  async #findTestCalls(callIds: readonly string[]): Promise<Set<string>> {
    const starts = await this.#prisma.callEvent.findMany({
      where: { callId: { in: [...callIds] }, event: 'call-started', isTest: true },
      select: { callId: true },
    });
    return new Set(starts.flatMap(({ callId }) => callId ?? []));
  }

  /** Active users, each with whether they have a live call and whether the test panel opened it. */
  async listReps(brandId: string): Promise<RepWithCall[]> {
    const users = await this.#prisma.user.findMany({
      where: { brandId, status: 'active' },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: mostUsers,
      select: { id: true, email: true, name: true, repState: { select: { callId: true } } },
    });
    const callIds = users.flatMap(({ repState }) => repState?.callId ?? []);
    const testCalls = await this.#findTestCalls(callIds);
    return users.map(({ repState, ...user }) => {
      const callId = repState?.callId ?? null;
      return { ...user, onCall: callId === null ? 'none' : testCalls.has(callId) ? 'test' : 'real' };
    });
  }
}

function toAlias({ alias, createdAt, user }: Prisma.AgentAliasGetPayload<{ include: typeof withUser }>): AliasOnFile {
  return { alias, createdAt, user: { ...user, status: toStatus(user.status) } };
}

function toStatus(status: string): Candidate['status'] {
  return status === 'active' || status === 'invited' ? status : 'deactivated';
}
