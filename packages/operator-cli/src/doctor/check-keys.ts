import type { Database } from '@callside/database';
import { formatInstant } from '../table.ts';
import type { Finding } from './check.ts';

const dayMs = 24 * 3600_000;
const soonMs = 14 * dayMs;
/** A key that nobody used for longer is not missed. */
const inUseMs = 7 * dayMs;

/**
 * Each key in use that expires soon, unless another one with its label and feature lasts longer, as after `key replace`. No check fails
 * for it, because the key is still good. No finding without such a key.
 */
export async function checkKeys({ prisma }: Database, now: Date): Promise<Finding[]> {
  const soon = new Date(now.getTime() + soonMs);
  const keys = await prisma.apiKey.findMany({
    where: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    include: { brand: { select: { slug: true } } },
    orderBy: { expiresAt: 'asc' },
  });
  return keys.flatMap(({ id, brandId, brand: { slug }, feature, label, expiresAt, lastUsedAt }): Finding[] => {
    if (expiresAt === null || expiresAt > soon) return [];
    if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > inUseMs) return [];
    const hasSuccessor = keys.some(
      (key) =>
        key.brandId === brandId &&
        key.feature === feature &&
        key.label === label &&
        (key.expiresAt === null || key.expiresAt > soon),
    );
    if (hasSuccessor) return [];
    const name = `the ${feature} key ${label ?? id} of ${slug}`;
    return [
      {
        check: 'keys',
        status: 'ok',
        message: `${name} is in use, and expires at ${formatInstant(expiresAt.toISOString())}`,
        hint: `\`callside key replace --brand ${slug} --id ${id} --overlap 24h\` issues another one`,
      },
    ];
  });
}
