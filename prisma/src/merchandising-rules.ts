import { lockBrand } from './brand-lock.ts';
import type { Prisma } from './generated/client.ts';

/** A rule of a brand, as stored. The service that reads it parses the definition. */
export interface StoredRule {
  name: string;
  definition: Prisma.JsonValue;
  updatedAt: Date;
}

const stored = { name: true, definition: true, updatedAt: true } as const;

export function listStoredRules(prisma: Prisma.TransactionClient, brandId: string): Promise<StoredRule[]> {
  return prisma.merchandisingRule.findMany({ where: { brandId }, select: stored, orderBy: { name: 'asc' } });
}

/**
 * Adds a rule, or replaces the one of that name. `before` is null for a new one. `full`: the brand has `most` others; `taken`: there
 * is one, and it is not to be replaced. Needs a transaction.
 */
export async function storeRule(
  prisma: Prisma.TransactionClient,
  brandId: string,
  {
    name,
    definition,
    most,
    replace,
  }: { name: string; definition: Prisma.InputJsonObject; most: number; replace: boolean },
): Promise<{ before: StoredRule | null; after: StoredRule } | 'full' | 'taken'> {
  // Two changes at once would both count the same rules.
  await lockBrand(prisma, brandId);
  const key = { brandId_name: { brandId, name } };
  const before = await prisma.merchandisingRule.findUnique({ where: key, select: stored });
  if (before !== null && !replace) return 'taken';
  if (before === null && (await prisma.merchandisingRule.count({ where: { brandId } })) >= most) return 'full';
  const updatedAt = new Date();
  const after = await prisma.merchandisingRule.upsert({
    where: key,
    create: { brandId, name, definition, updatedAt },
    update: { definition, updatedAt },
    select: stored,
  });
  return { before, after };
}

/** The removed rule; null when there was none of that name. Needs a transaction. */
export async function removeStoredRule(
  prisma: Prisma.TransactionClient,
  brandId: string,
  name: string,
): Promise<StoredRule | null> {
  const found = await prisma.merchandisingRule.findUnique({
    where: { brandId_name: { brandId, name } },
    select: stored,
  });
  const { count } = await prisma.merchandisingRule.deleteMany({ where: { brandId, name } });
  return count === 0 ? null : found;
}

interface RuleTarget {
  sku?: string | undefined;
  article_type?: string | undefined;
  attribute?: string | undefined;
  value?: string | undefined;
}

/**
 * Whether the catalogue of the brand has a product that a rule is about; a rule about every product always has one. Article types with
 * the same `typeKey` are the same.
 */
export async function catalogueHas(
  prisma: Prisma.TransactionClient,
  brandId: string,
  { sku, article_type: articleType, attribute, value }: RuleTarget,
  typeKey: (articleType: string) => string,
): Promise<boolean> {
  if (sku !== undefined) return (await prisma.catalogItem.count({ where: { brandId, sku } })) > 0;
  if (articleType !== undefined) {
    const where = { brandId };
    const items = await prisma.catalogItem.findMany({ where, distinct: 'articleType', select: { articleType: true } });
    return items.some((item) => typeKey(item.articleType) === typeKey(articleType));
  }
  if (attribute === undefined || value === undefined) return true;
  // Values are compared without case, names are not. Prisma Client cannot compare a member of a JSON column in this way.
  const [found] = await prisma.$queryRaw<{ exists: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM catalog_items
      WHERE brand_id = ${brandId}::uuid AND lower(trim(attributes ->> ${attribute})) = lower(trim(${value}))
    ) AS exists`;
  return found?.exists ?? false;
}
