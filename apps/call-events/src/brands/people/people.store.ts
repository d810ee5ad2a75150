import { addAuditedUser, changeAuditedUser, toUserMetadata, type UserMetadata } from '@callside/auth';
import { lockBrand, type PrismaClient } from '@callside/database';
import type { Invitation, InvitedPerson, PersonChange } from '@callside/schemas';
import type { ActingOwner } from '../acting-owner.ts';
import { leavesNoOwner } from '../rules/people.ts';

/** The users of brands, for their owners. */
export class PeopleStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  /** By name. */
  async list(brandId: string): Promise<UserMetadata[]> {
    const rows = await this.#prisma.user.findMany({ where: { brandId }, orderBy: [{ name: 'asc' }, { email: 'asc' }] });
    return rows.map(toUserMetadata);
  }

  /** null if the brand has a user with that address. */
  invite({ brandId, ...owner }: ActingOwner, invitation: Invitation): Promise<InvitedPerson | null> {
    const input = { ...invitation, status: 'invited', brandId, ...owner } as const;
    return this.#prisma.$transaction(async (transaction) => {
      const invited = await addAuditedUser(transaction, input);
      if (invited === null) return null;
      const alias = await transaction.agentAlias.findUnique({
        where: { brandId_alias: { brandId, alias: invited.email } },
        select: { user: { select: { name: true, email: true } } },
      });
      return { ...invited, alias_of: alias?.user ?? null };
    });
  }

  /** `last owner`: refused, because nobody could manage the brand. null: no such user. */
  change(
    { brandId, ...owner }: ActingOwner,
    id: string,
    change: PersonChange,
  ): Promise<UserMetadata | 'last owner' | null> {
    return this.#prisma.$transaction(async (transaction) => {
      // Two owners who deactivate each other at once must not both succeed.
      await lockBrand(transaction, brandId);
      const row = await transaction.user.findUnique({ where: { id, brandId } });
      if (row === null) return null;
      const activeOwners = await transaction.user.count({ where: { brandId, role: 'owner', status: 'active' } });
      if (leavesNoOwner(row, change, activeOwners)) return 'last owner';
      return changeAuditedUser(transaction, { brandId, id, change, ...owner });
    });
  }
}
