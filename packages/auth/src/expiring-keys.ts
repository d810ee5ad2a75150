import type { Prisma } from '@callside/database';

const dayMs = 24 * 3600_000;
const soonMs = 14 * dayMs;
/** A key that nobody used for longer is not missed. */
const inUseMs = 7 * dayMs;

export interface ExpiringKey {
  id: string;
  brand: { slug: string };
  feature: string;
  label: string | null;
  expiresAt: Date;
}

/**
 * The keys in use of all brands that expire soon, the next one first, without those that have a successor: a key of the same brand,
 * feature and label that lasts longer, as after `key replace`.
 */
export async function findExpiringKeys(
  { apiKey }: Pick<Prisma.TransactionClient, 'apiKey'>,
  now: Date,
): Promise<ExpiringKey[]> {
  const soon = new Date(now.getTime() + soonMs);
  const keys = await apiKey.findMany({
    where: {
      revokedAt: null,
      expiresAt: { gt: now, lte: soon },
      lastUsedAt: { gte: new Date(now.getTime() - inUseMs) },
    },
    select: {
      id: true,
      brandId: true,
      brand: { select: { slug: true } },
      feature: true,
      label: true,
      expiresAt: true,
      createdAt: true,
    },
    orderBy: { expiresAt: 'asc' },
  });
  if (keys.length === 0) return [];
  const successors = await apiKey.findMany({
    where: {
      revokedAt: null,
      brandId: { in: keys.map(({ brandId }) => brandId) },
      OR: [{ expiresAt: null }, { expiresAt: { gt: soon } }],
    },
    select: { brandId: true, feature: true, label: true, createdAt: true },
  });
  return keys.flatMap(({ brandId, expiresAt, createdAt, ...key }) => {
    // Keys without a label may be of different senders: only a later one can replace it.
    const hasSuccessor = successors.some(
      (one) =>
        one.brandId === brandId &&
        one.feature === key.feature &&
        one.label === key.label &&
        (key.label !== null || one.createdAt > createdAt),
    );
    return expiresAt === null || hasSuccessor ? [] : [{ ...key, expiresAt }];
  });
}
