import { type ApiKeyFeature, digestApiKey, judgeApiKey, readApiKeys } from '@callside/auth';
import { type Prisma, queryWithin } from '@callside/database';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';

interface RequiredKey {
  key: string;
  brand: Brand;
  feature: ApiKeyFeature;
}

/** Throws OperatorError, which never quotes the key, unless the key is a valid one of the brand for the feature. */
export async function requireKey(
  transaction: Prisma.TransactionClient,
  { key, brand, feature }: RequiredKey,
): Promise<void> {
  const digest = digestApiKey(key).toString('hex');
  const stored = await readApiKeys(queryWithin(transaction), [digest]);
  const found = stored.get(digest);
  const verdict = judgeApiKey(found, { brandId: brand.id, feature, address: undefined });
  // The service sends the key from an address that is not known here.
  if (verdict.usable || verdict.reason === 'wrong_address') return;
  const problems: Partial<Record<typeof verdict.reason, string>> = {
    wrong_feature: `is for ${found?.feature}, not for ${feature}`,
    revoked: 'is revoked',
    expired: 'has expired',
  };
  throw new OperatorError(`the key in the file ${problems[verdict.reason] ?? `is no key of ${brand.slug}`}`, {
    hint: `\`callside key issue --brand ${brand.slug} --feature ${feature}\` issues one`,
  });
}
