import { appendToAuditLog } from '@callside/auth';
import {
  catalogueHas,
  listStoredRules,
  type PrismaClient,
  removeStoredRule,
  type StoredRule,
  storeRule,
} from '@callside/database';
import {
  type AddedRule,
  articleTypeKey,
  type MerchandisingRule,
  mostRules,
  type RuleView,
  ruleSchema,
} from '@callside/schemas';
import type { ActingOwner } from '../brands/index.ts';

/** The merchandising rules of brands, for their owners. The recommender reads them from the table. */
export class MerchandisingRuleStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  /** By name, without rules of a later release. */
  async list(brandId: string): Promise<RuleView[]> {
    return (await listStoredRules(this.#prisma, brandId)).flatMap((row) => toView(row) ?? []);
  }

  /**
   * `taken`: the brand has a rule of that name. `full`: the brand has the maximum number of rules. `unknown`: it pins a product that the
   * catalogue does not have, which is a mistake in the SKU.
   */
  add({ brandId, ...owner }: ActingOwner, rule: MerchandisingRule): Promise<AddedRule | 'taken' | 'full' | 'unknown'> {
    const { name } = rule;
    return this.#prisma.$transaction(async (transaction) => {
      const isKnown = await catalogueHas(transaction, brandId, rule, articleTypeKey);
      if (!isKnown && rule.kind === 'pin') return 'unknown';
      const input = { name, definition: { ...rule }, most: mostRules, replace: false };
      const stored = await storeRule(transaction, brandId, input);
      if (typeof stored === 'string') return stored;
      const detail = { before: null, after: { ...rule } };
      await appendToAuditLog(transaction, { brandId, ...owner, action: 'rule.set', subject: name, detail });
      return { ...rule, updated_at: stored.after.updatedAt.toISOString(), in_catalogue: isKnown };
    });
  }

  /** The removed rule; null: the brand has no rule of that name. */
  remove({ brandId, ...owner }: ActingOwner, name: string): Promise<{ name: string } | null> {
    return this.#prisma.$transaction(async (transaction) => {
      const removed = await removeStoredRule(transaction, brandId, name);
      if (removed === null) return null;
      const detail = { before: removed.definition };
      await appendToAuditLog(transaction, {
        brandId,
        ...owner,
        action: 'rule.remove',
        subject: name,
        detail,
      });
      return { name };
    });
  }
}

function toView({ definition, updatedAt }: StoredRule): RuleView | null {
  const read = ruleSchema.safeParse(definition);
  return read.success ? { ...read.data, updated_at: updatedAt.toISOString() } : null;
}
