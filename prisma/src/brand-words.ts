import { lockBrand } from './brand-lock.ts';
import type { Prisma } from './generated/client.ts';

/** What a brand says for the words of its shop: by word, then by language. */
export type BrandWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In the order of the words. */
export async function readBrandWords(prisma: Prisma.TransactionClient, brandId: string): Promise<BrandWords> {
  const { words } = await prisma.brand.findUniqueOrThrow({ where: { id: brandId }, select: { words: true } });
  return Object.fromEntries(Object.entries(words as BrandWords).sort(([one], [other]) => one.localeCompare(other)));
}

/** Sets the texts of a word, or removes it (null). Resolves to whether that changed anything; `full`: there are `most` others. Needs a transaction. */
export async function setBrandWord(
  prisma: Prisma.TransactionClient,
  brandId: string,
  { word, texts, most }: { word: string; texts: Readonly<Record<string, string>> | null; most: number },
): Promise<boolean | 'full'> {
  // Two changes at once would both begin with the same words.
  await lockBrand(prisma, brandId);
  // Without the members that every object has, such as `constructor`.
  const onFile: BrandWords = Object.assign(Object.create(null), await readBrandWords(prisma, brandId));
  const { [word]: before, ...others } = onFile;
  if (sameTexts(before ?? null, texts)) return false;
  if (before === undefined && Object.keys(others).length >= most) return 'full';
  const words = texts === null ? others : { ...others, [word]: texts };
  await prisma.brand.update({ where: { id: brandId }, data: { words } });
  return true;
}

function sameTexts(one: BrandWords[string] | null, other: BrandWords[string] | null): boolean {
  const sorted = (texts: BrandWords[string] | null) => JSON.stringify(texts && Object.entries(texts).sort());
  return sorted(one) === sorted(other);
}
