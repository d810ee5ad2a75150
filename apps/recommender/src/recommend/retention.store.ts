import { deleteRecommendations, type PrismaClient } from '@callside/database';

/** The batch is small, so that the locks and the write-ahead log of one transaction delay no offer. */
const recommendationsAtOnce = 100;

/**
 * Deletes one small batch of the offers that are older than the brand keeps personal data, with their purchases. Keeps
 * offers with a newer purchase. Resolves to the number of deleted offers; 0: nothing is left to delete.
 */
export async function applyRetention(prisma: PrismaClient, brandId: string): Promise<number> {
  return prisma.$transaction(async (transaction) => {
    // Only one instance at a time takes the lock; the others find nothing to delete.
    const [due] = await transaction.$queryRaw<{ before: Date; taken: boolean }[]>`
        SELECT clock_timestamp() - retention_days * interval '1 day' AS before,
               pg_try_advisory_xact_lock(hashtextextended('callside offers retention ' || id::text, 0)) AS taken
          FROM brands WHERE id = ${brandId}::uuid AND retention_days IS NOT NULL`;
    if (due === undefined || !due.taken) return 0;
    const offers = await transaction.recommendation.findMany({
      where: { brandId, createdAt: { lt: due.before }, purchases: { none: { createdAt: { gte: due.before } } } },
      orderBy: { createdAt: 'asc' },
      take: recommendationsAtOnce,
      select: { id: true },
    });
    if (offers.length === 0) return 0;
    await deleteRecommendations(
      transaction,
      offers.map((offer) => offer.id),
    );
    return offers.length;
  });
}
