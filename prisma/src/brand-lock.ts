import type { Prisma } from './generated/client.ts';

/** Changes of a brand that compare or count first run one after the other. Events do not lock the row of the brand. Needs a transaction. */
export async function lockBrand(prisma: Prisma.TransactionClient, brandId: string): Promise<void> {
  await prisma.$queryRaw`SELECT 1 AS locked FROM brands WHERE id = ${brandId}::uuid FOR NO KEY UPDATE`;
}
