// A number that cannot be placed is stored as it was sent, such as `+14155552671;ext=5` or `0014155552671` in the United States. So
// all stored texts with its digits are read, and `mentionOf` decides.

import { Prisma, type PrismaClient } from '@callside/database';
import { mentionOf, subscriberDigits } from '@callside/schemas/customer-phone';
import type { BrandOfRows } from '../brand-of-rows.ts';
import { readEventLog } from './event-log-parts.ts';

export type ErasedBrand = Pick<BrandOfRows, 'id' | 'country'>;

/** Characters. A dialler may send a megabyte, but no notation of a number is longer. */
const longestNotation = 512;

interface Spellings {
  /** As stored. */
  numbers: string[];
  doubtful: string[];
}

/** `numbers` with all texts that mean one of them. */
export async function findSpellings(prisma: PrismaClient, brand: ErasedBrand, numbers: string[]): Promise<Spellings> {
  if (numbers.length === 0) return { numbers, doubtful: [] };
  const stored = await readStored(prisma, brand.id, [...new Set(numbers.map(subscriberDigits))]);
  const mentions = stored.map((text) => ({
    text,
    all: numbers.map((number) => mentionOf(number, text, brand.country)),
  }));
  return {
    numbers: [
      ...new Set([...numbers, ...mentions.filter(({ all }) => all.includes('theirs')).map(({ text }) => text)]),
    ],
    doubtful: mentions
      .filter(({ all }) => !all.includes('theirs') && all.includes('contains'))
      .map(({ text }) => text)
      .sort(),
  };
}

/** The texts with these digits that are not in E.164. All of them are in the report: only their length can be bounded. */
async function readStored(prisma: PrismaClient, brandId: string, digits: string[]): Promise<string[]> {
  const patterns = digits.map((each) => `%${each}%`);
  const isCandidate = Prisma.sql`brand_id = ${brandId}::uuid AND length(phone_number) <= ${longestNotation}
    AND phone_number !~ '^\\+[1-9][0-9]{1,14}$'
    AND regexp_replace(phone_number, '[^0-9]', '', 'g') LIKE ANY (${patterns}::text[])`;
  const found = new Set<string>();
  const add = (rows: { phone_number: string }[]) => {
    for (const { phone_number } of rows) found.add(phone_number);
  };
  add(await prisma.$queryRaw`SELECT DISTINCT phone_number FROM calls WHERE ${isCandidate}`);
  add(await prisma.$queryRaw`SELECT DISTINCT phone_number FROM customers WHERE ${isCandidate}`);
  await readEventLog(prisma, async (isInPart) =>
    add(await prisma.$queryRaw`SELECT DISTINCT phone_number FROM call_events WHERE ${isInPart} AND ${isCandidate}`),
  );
  return [...found];
}
