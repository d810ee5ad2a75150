import type { SecretBox } from '@callside/auth';
import type { Database } from '@callside/database';
import { countUnknownItems } from '../shops/unknown-items.ts';
import { type Finding, failed, ok } from './check.ts';

/** Secrets that cannot be decrypted, and stock of items whose product is not known. No finding without shops. */
export async function checkShops({ prisma, query }: Database, secretBox: () => SecretBox): Promise<Finding[]> {
  const shops = await prisma.shop.findMany({ include: { brand: { select: { slug: true } } } });
  if (shops.length === 0) return [];
  const box = secretBox();
  const findings: Finding[] = [];
  for (const { brandId, brand, shop, secretSealed } of shops) {
    const name = `${shop} of ${brand.slug}`;
    if (box.open(secretSealed) === null) {
      const hint = `restore SECRETS_KEY, or \`callside shop set --brand ${brand.slug} --shop ${shop}\``;
      findings.push(failed('shops', `the secret of ${name} cannot be decrypted`, hint));
      continue;
    }
    const unknown = (await countUnknownItems(query, brandId)).get(shop) ?? 0;
    const items = unknown === 0 ? '' : `, ${unknown} items have stock but no product yet`;
    findings.push(ok('shops', `${name} can post${items}`));
  }
  return findings;
}
