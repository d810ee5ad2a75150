import { type ApiKeyFeature, digestApiKey } from '@callside/auth';
import type { Prisma } from '@callside/database';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';

interface RequiredKey {
  key: string;
  brand: Brand;
  feature: ApiKeyFeature;
  now: Date;
}

/** Throws OperatorError, which never quotes the key, unless the key is a valid one of the brand for the feature. */
export async function requireKey(
  prisma: Prisma.TransactionClient,
  { key, brand, feature, now }: RequiredKey,
): Promise<void> {
  const found = await prisma.apiKey.findUnique({ where: { keySha256: new Uint8Array(digestApiKey(key)) } });
  const refuse = (problem: string) => {
    const hint = `\`callside key issue --brand ${brand.slug} --feature ${feature}\` issues one`;
    throw new OperatorError(`the key in the file ${problem}`, { hint });
  };
  if (found === null || found.brandId !== brand.id) refuse(`is no key of ${brand.slug}`);
  else if (found.feature !== feature) refuse(`is for ${found.feature}, not for ${feature}`);
  else if (found.revokedAt !== null && found.revokedAt <= now) refuse('is revoked');
  else if (found.expiresAt !== null && found.expiresAt <= now) refuse('has expired');
}
