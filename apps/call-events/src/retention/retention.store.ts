import { deleteCalls, deleteSessions, emptiedEvent, type Prisma, type PrismaClient } from '@callside/database';

/** Small enough that the locks and the WAL of one transaction do not delay events. */
const callsAtOnce = 50;
const sessionsAtOnce = 50;
const eventsAtOnce = 500;
const refusedAtOnce = 500;
const connectionsAtOnce = 1_000;
const marksAtOnce = 1_000;
const signInsAtOnce = 1_000;
const deliveriesAtOnce = 1_000;

/** A brand whose personal data from before an instant is due for deletion. */
interface RetentionDue {
  brandId: string;
  before: Date;
}

/** Processes one small batch, and resolves to the number of rows in it; 0: there are no more. */
type Work = (transaction: Prisma.TransactionClient, due: RetentionDue) => Promise<number>;

/** Deletes old rows of the tables of call-events, each small batch in its own transaction. */
export class RetentionStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  /**
   * Runs one small batch of each work for each brand with a retention limit. Resolves to the number of rows processed; 0: nothing is
   * left. A work that fails does not stop the others; the first error is thrown at the end.
   */
  async applyDue(): Promise<number> {
    let rows = 0;
    const errors: unknown[] = [];
    for (const due of await this.#readDue()) {
      for (const work of works) {
        try {
          rows += await this.#alone(work, due);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    if (errors.length > 0) throw errors[0];
    return rows;
  }

  /** Deletes some of the sessions of browsers that would have expired a day ago; resolves to their number. */
  deleteOldSessions(): Promise<number> {
    return this.#prisma.$executeRaw`
      DELETE FROM sessions
       WHERE id IN (SELECT id FROM sessions WHERE expires_at < clock_timestamp() - interval '1 day' LIMIT ${signInsAtOnce})`;
  }

  /** Deletes some of the deliveries to endpoints that were noted 30 days ago; resolves to their number. Those of a call go with it. */
  deleteOldDeliveries(): Promise<number> {
    return this.#prisma.$executeRaw`
      DELETE FROM endpoint_deliveries
       WHERE id IN (SELECT old.id FROM endpoints e CROSS JOIN LATERAL (
                      SELECT id FROM endpoint_deliveries
                       WHERE endpoint_id = e.id AND created_at < clock_timestamp() - interval '30 days' LIMIT ${deliveriesAtOnce}
                    ) AS old)`;
  }

  /** The brands with a retention limit, and the instant before which rows are due, by the database's clock. */
  #readDue(): Promise<RetentionDue[]> {
    return this.#prisma.$queryRaw<RetentionDue[]>`
      SELECT id AS "brandId", clock_timestamp() - retention_days * interval '1 day' AS before
        FROM brands WHERE retention_days IS NOT NULL`;
  }

  /** One instance at a time works on a brand; for the others it returns 0. */
  #alone(work: Work, due: RetentionDue): Promise<number> {
    return this.#prisma.$transaction(async (transaction) => {
      const [lock] = await transaction.$queryRaw<[{ taken: boolean }]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`callside retention ${due.brandId}`}, 0)) AS taken`;
      return lock.taken ? work(transaction, due) : 0;
    });
  }
}

/** Empties each event once, up to the first that is kept; stores the position reached. */
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

/** A live call is kept completely, however long ago it started. */
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

/** Connections that are history, with their acknowledgements: the events that they are evidence of are emptied too. */
const forgetCompanions: Work = (transaction, { brandId, before }) => transaction.$executeRaw`
  DELETE FROM companion_connections
   WHERE id IN (SELECT c.id FROM companion_connections c JOIN users u ON u.id = c.user_id
                 WHERE u.brand_id = ${brandId}::uuid AND c.instance_id IS NULL
                   AND coalesce(c.ended_at, c.connected_at) < ${before}
                 LIMIT ${connectionsAtOnce})`;

const forgetReusedIds: Work = (transaction, { brandId, before }) => transaction.$executeRaw`
  DELETE FROM reused_event_ids
   WHERE (call_event_id, event) IN (SELECT call_event_id, event FROM reused_event_ids
                                     WHERE brand_id = ${brandId}::uuid AND received_at < ${before} LIMIT ${marksAtOnce})`;

/** There are a few hundred at most. */
const forgetRefusedKeys: Work = async (transaction, { brandId, before }) => {
  const { count } = await transaction.refusedKey.deleteMany({ where: { brandId, lastSeenAt: { lt: before } } });
  return count;
};

const forgetRefusedRequests: Work = (transaction, { brandId, before }) => transaction.$executeRaw`
  DELETE FROM refused_requests
   WHERE id IN (SELECT id FROM refused_requests WHERE brand_id = ${brandId}::uuid AND received_at < ${before}
                 ORDER BY received_at, id LIMIT ${refusedAtOnce})`;

const works: readonly Work[] = [
  emptyEvents,
  forgetCalls,
  forgetSessionsWithoutCall,
  forgetRefusedRequests,
  forgetRefusedKeys,
  forgetCompanions,
  forgetReusedIds,
];
