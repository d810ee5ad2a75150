import {
  catalogueHas,
  listStoredRules,
  type Prisma,
  removeStoredRule,
  type StoredRule,
  storeRule,
} from '@callside/database';

import { articleTypeKey, type MerchandisingRule, mostRules, ruleSchema } from '@callside/schemas';
import { recordAudit } from './audit-log.ts';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';

/** Adds or replaces the rule of that name. The same rule again changes nothing and is not recorded in the audit log. */
export async function setRule(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  rule: MerchandisingRule,
): Promise<MerchandisingRule> {
  const { id: brandId, slug } = brand;
  const { name } = rule;
  const outcome = await storeRule(prisma, brandId, { name, definition: { ...rule }, most: mostRules, replace: true });
  if (typeof outcome === 'string') {
    throw new OperatorError(`the brand ${slug} has ${mostRules} rules, and cannot have more`, {
      code: 'conflict',
      hint: '`callside rules remove` removes one',
    });
  }
  const before = outcome.before === null ? null : ruleOf(outcome.before);
  if (JSON.stringify(before) !== JSON.stringify(ruleOf(outcome.after))) {
    await recordAudit(prisma, { brandId, action: 'rule.set', subject: rule.name, detail: { before, after: rule } });
  }
  return rule;
}

/** Describes the value of the rule that no product of the catalogue has; null when there is such a product. */
export async function findUnknown(
  prisma: Prisma.TransactionClient,
  { id: brandId }: Brand,
  { sku, article_type, attribute, value }: MerchandisingRule,
): Promise<string | null> {
  if (await catalogueHas(prisma, brandId, { sku, article_type, attribute, value }, articleTypeKey)) return null;
  if (sku !== undefined) return `product ${sku}`;
  if (article_type !== undefined) return `article type "${article_type}"`;
  return `value "${value}" of an attribute "${attribute}"`;
}

/** A pin of a product that the catalogue does not have is a mistake in the SKU. */
export function unknownPin({ slug }: Brand, unknown: string): OperatorError {
  return new OperatorError(`the catalogue has no ${unknown}`, {
    code: 'not_found',
    hint: `check the SKU, or import the catalogue first: \`callside catalog import FILE --brand ${slug}\``,
  });
}

export async function listRules(prisma: Prisma.TransactionClient, brand: Brand): Promise<MerchandisingRule[]> {
  return (await listStoredRules(prisma, brand.id)).map(ruleOf);
}

/** Throws OperatorError when there is no rule of that name. */
export async function removeRule(
  prisma: Prisma.TransactionClient,
  { id: brandId, slug }: Brand,
  name: string,
): Promise<MerchandisingRule> {
  const removed = await removeStoredRule(prisma, brandId, name);
  if (removed === null) {
    throw new OperatorError(`the brand ${slug} has no rule ${name}`, {
      code: 'not_found',
      hint: `\`callside rules list --brand ${slug}\` shows its rules`,
    });
  }
  const before = ruleOf(removed);
  await recordAudit(prisma, { brandId, action: 'rule.remove', subject: name, detail: { before } });
  return before;
}

/** A rule of a later release is shown as it is stored. */
function ruleOf({ definition }: StoredRule): MerchandisingRule {
  return ruleSchema.safeParse(definition).data ?? (definition as unknown as MerchandisingRule);
}
