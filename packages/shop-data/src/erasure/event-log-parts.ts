import { Prisma, type PrismaClient } from '@callside/database';

/** Events have no index by customer: the whole log is read, this many rows a statement. */
const eventsAStatement = 100_000n;

/** Runs `read` for each part of the log, one after another, with the condition that selects it. */
export async function readEventLog(prisma: PrismaClient, read: (isInPart: Prisma.Sql) => Promise<void>): Promise<void> {
  const { _max } = await prisma.callEvent.aggregate({ _max: { id: true } });
  const newest = _max.id ?? 0n;
  for (let after = 0n; after < newest; after += eventsAStatement) {
    await read(Prisma.sql`id > ${after} AND id <= ${after + eventsAStatement}`);
  }
}
