import { findExpiringKeys } from '@callside/auth';
import type { Database } from '@callside/database';
import { formatInstant } from '../table.ts';
import type { Finding } from './check.ts';

/** Each key in use that expires soon. No check fails for it, because the key is still good. No finding without such a key. */
export async function checkKeys({ prisma }: Database, now: Date): Promise<Finding[]> {
  const keys = await findExpiringKeys(prisma, now);
  return keys.map(({ id, brand: { slug }, feature, label, expiresAt }) => ({
    check: 'keys',
    status: 'ok',
    message: `the ${feature} key ${label ?? id} of ${slug} is in use, and expires at ${formatInstant(expiresAt.toISOString())}`,
    hint: `\`callside key replace --brand ${slug} --id ${id} --overlap 24h\` issues another one`,
  }));
}
