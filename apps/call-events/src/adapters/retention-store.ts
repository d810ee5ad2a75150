import { deleteCalls, deleteSessions, emptiedEvent, type Prisma, type PrismaClient } from '@callside/database';
import type { RetentionDue } from '../use-cases/apply-retention.ts';

/** So few that the locks and the log of one transaction delay no event. */
const callsAtOnce = 50;
const sessionsAtOnce = 50;
const eventsAtOnce = 500;
const refusedAtOnce = 500;

type Work = (transaction: Prisma.TransactionClient, due: RetentionDue) => Promise<number>;

/** The tables of call-events whose rows age, a small batch of each in a transaction of its own. */
export function createRetentionStore({ prisma }: { prisma: PrismaClient }) {
  /** Of several instances one works on a brand; for the others there is nothing to do. */
  function alone(work: Work): (due: RetentionDue) => Promise<number> {
    return (due) =>
      prisma.$transaction(async (transaction) => {
        const [lock] = await transaction.$queryRaw<[{ taken: boolean }]>`
          SELECT pg_try_advisory_xact_lock(hashtextextended(${`callside retention ${due.brandId}`}, 0)) AS taken`;
        return lock.taken ? work(transaction, due) : 0;
      });
  }

  return {
    /** The brands that have a limit, and the instant before which theirs is reached, by the database's clock. */
    readDue: () => prisma.$queryRaw<RetentionDue[]>`
      SELECT id AS "brandId", clock_timestamp() - retention_days * interval '1 day' AS before
        FROM brands WHERE retention_days IS NOT NULL`,

    /** Each resolves to how many rows it went through; 0: there are no more. */
    steps: [alone(emptyEvents), alone(forgetCalls), alone(forgetSessionsWithoutCall), alone(forgetRefusedRequests)],
  };
}

/** Every event up to the one that is kept is emptied once: the place is remembered. */
const emptyEvents: Work = async (transaction, { brandId, before }) => {
  const progress = await transaction.retentionProgress.findUnique({ where: { brandId } });
  const next = await transaction.callEvent.findMany({
    where: { id: { gt: progress?.eventId ?? 0n } },
    orderBy: { id: 'asc' },
    take: eventsAtOnce,
    select: { id: true, brandId: true, receivedAt: true },
  });
  const firstKept = next.findIndex(({ receivedAt }) => receivedAt >= before);
  const due = firstKept < 0 ? next : next.slice(0, firstKept);
  const last = due.at(-1);
  if (last === undefined) return 0;
  const ids = due.filter((event) => event.brandId === brandId).map(({ id }) => id);
  if (ids.length > 0) await transaction.callEvent.updateMany({ where: { id: { in: ids } }, data: emptiedEvent });
  const place = { eventId: last.id };
  await transaction.retentionProgress.upsert({ where: { brandId }, create: { brandId, ...place }, update: place });
  return due.length;
};

/** A call that goes on is kept whole, however long ago it started. */
const forgetCalls: Work = async (transaction, { brandId, before }) => {
  const calls = await transaction.call.findMany({
    where: { brandId, startedAt: { lt: before }, endedAt: { lt: before } },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    take: callsAtOnce,
    select: { id: true },
  });
  if (calls.length === 0) return 0;
  await deleteCalls(
    transaction,
    calls.map(({ id }) => id),
  );
  return calls.length;
};

const forgetSessionsWithoutCall: Work = async (transaction, { brandId, before }) => {
  const sessions = await transaction.transcriptionSession.findMany({
    where: { brandId, callId: null, openedAt: { lt: before } },
    take: sessionsAtOnce,
    select: { id: true },
  });
  if (sessions.length === 0) return 0;
  await deleteSessions(
    transaction,
    sessions.map(({ id }) => id),
  );
  return sessions.length;
};

const forgetRefusedRequests: Work = async (transaction, { brandId, before }) => {
  const requests = await transaction.refusedRequest.findMany({
    where: { brandId, receivedAt: { lt: before } },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    take: refusedAtOnce,
    select: { id: true },
  });
  if (requests.length === 0) return 0;
  await transaction.refusedRequest.deleteMany({ where: { id: { in: requests.map(({ id }) => id) } } });
  return requests.length;
};
