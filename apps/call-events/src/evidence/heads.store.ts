import { appendToAuditLog, digestOf } from '@callside/auth';
import { type Prisma, type PrismaClient, queryWithin } from '@callside/database';

type RepHead = [userId: string, position: number, digest: string];

/** What an entry `evidence.heads` of the audit log holds. */
interface Heads {
  /** The end of the chain of each rep. */
  reps: RepHead[];
  /** The entries of the chains of calls up to the id `last`: how many there are, and a digest of those after the id `after`. */
  reports: { after: number; last: number; count: number; digest: string };
}

const latestHeads = `
  LEFT JOIN LATERAL (
    SELECT at, detail FROM audit_log WHERE brand_id = b.id AND action = 'evidence.heads' ORDER BY id DESC LIMIT 1
  ) AS noted ON true`;

/** Brands with a chain that have no entry of today (UTC). */
const selectDue = `
  SELECT b.id FROM brands b ${latestHeads}
   WHERE (noted.at IS NULL OR noted.at < date_trunc('day', clock_timestamp(), 'UTC'))
     AND EXISTS (SELECT FROM rep_state r WHERE r.brand_id = b.id AND r.position > 0)`;

/** A comparison writes what is broken before its heads: the last one what follows the heads before the latest. */
const countBroken = `
  SELECT count(*)::int AS count
    FROM brands b
    CROSS JOIN LATERAL (
      SELECT id FROM audit_log WHERE brand_id = b.id AND action = 'evidence.heads' ORDER BY id DESC LIMIT 1 OFFSET 1
    ) AS earlier
    JOIN audit_log a ON a.brand_id = b.id AND a.action = 'evidence.broken' AND a.id > earlier.id`;

const selectReps = `
  SELECT user_id AS "userId", position::float8, encode(digest, 'hex') AS digest FROM rep_state
   WHERE brand_id = $1 AND position > 0 AND digest IS NOT NULL ORDER BY user_id`;

/** Chains of reps that do not have all events up to a head, or end there otherwise. $1 the heads as JSON. */
const selectBrokenReps = `
  SELECT h ->> 0 AS "userId" FROM jsonb_array_elements($1::jsonb) AS h
   WHERE (SELECT count(*) FROM call_events WHERE user_id = (h ->> 0)::uuid AND position <= (h ->> 1)::bigint) <> (h ->> 1)::bigint
      OR (SELECT encode(digest, 'hex') FROM call_events WHERE user_id = (h ->> 0)::uuid AND position = (h ->> 1)::bigint)
         IS DISTINCT FROM h ->> 2`;

/** An entry may be committed a moment after one with a higher id. */
const selectLast = `
  SELECT coalesce(max(id), 0)::float8 AS last FROM call_evidence
   WHERE brand_id = $1 AND id > $2 AND at < clock_timestamp() - interval '1 minute'`;

/** $1 brand, $2 after, $3 last. */
const selectReports = `
  SELECT (SELECT count(*)::float8 FROM call_evidence WHERE brand_id = $1 AND id <= $3) AS count,
         encode(sha256(convert_to(coalesce(string_agg(encode(digest, 'hex'), ' ' ORDER BY id), ''), 'UTF8')), 'hex') AS digest
    FROM call_evidence WHERE brand_id = $1 AND id > $2 AND id <= $3`;

/** The rows of years are counted. */
const limits = { timeout: 120_000 };
const acting = { actor: 'call-events', actorUserId: null, origin: null };

/** The heads of all chains of a brand, once a day in the audit log, which nobody can change: rows that are removed later are missed. */
export class HeadsStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  async findDue(): Promise<string[]> {
    const due = await queryWithin(this.#prisma)<{ id: string }>(selectDue);
    return due.map(({ id }) => id);
  }

  /** The broken chains that the last comparison of each brand found. */
  async countBroken(): Promise<number> {
    const [found] = await queryWithin(this.#prisma)<{ count: number }>(countBroken);
    return found?.count ?? 0;
  }

  /** Compares the chains with the last heads, and notes the new ones. Resolves to what is broken; null: another instance does it. */
  note(brandId: string): Promise<string[] | null> {
    return this.#prisma.$transaction(async (transaction) => {
      const query = queryWithin(transaction);
      await query("SELECT set_config('statement_timeout', $1, true)", [String(limits.timeout)]);
      const [lock] = await query<{ taken: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('callside evidence heads ' || $1, 0)) AS taken`,
        [brandId],
      );
      const due = await query<{ id: string }>(`${selectDue} AND b.id = $1::uuid`, [brandId]);
      if (lock?.taken !== true || due.length === 0) return null;
      const [noted] = await query<{ detail: Heads | null }>(
        `SELECT noted.detail FROM brands b ${latestHeads} WHERE b.id = $1::uuid`,
        [brandId],
      );
      const last = noted?.detail ?? null;
      const broken = last === null ? [] : await this.#findBroken(transaction, brandId, last);
      for (const subject of broken) {
        await appendToAuditLog(transaction, { ...acting, brandId, action: 'evidence.broken', subject, detail: {} });
      }
      const detail = await this.#readHeads(transaction, brandId, last?.reports.last ?? 0);
      const subject = digestOf(detail.reports.digest, [...detail.reps.flat(), detail.reports.count]);
      await appendToAuditLog(transaction, { ...acting, brandId, action: 'evidence.heads', subject, detail });
      return broken;
    }, limits);
  }

  async #findBroken(transaction: Prisma.TransactionClient, brandId: string, heads: Heads): Promise<string[]> {
    const query = queryWithin(transaction);
    const reps = await query<{ userId: string }>(selectBrokenReps, [JSON.stringify(heads.reps)]);
    const { after, last, count, digest } = heads.reports;
    const [reports] = await query<{ count: number; digest: string }>(selectReports, [brandId, after, last]);
    const isWhole = reports?.count === count && reports.digest === digest;
    return [...reps.map(({ userId }) => `rep ${userId}`), ...(isWhole ? [] : ['acknowledgements'])];
  }

  async #readHeads(transaction: Prisma.TransactionClient, brandId: string, after: number): Promise<Heads> {
    const query = queryWithin(transaction);
    const reps = await query<{ userId: string; position: number; digest: string }>(selectReps, [brandId]);
    const [found] = await query<{ last: number }>(selectLast, [brandId, after]);
    const last = Math.max(found?.last ?? 0, after);
    const [reports] = await query<{ count: number; digest: string }>(selectReports, [brandId, after, last]);
    return {
      reps: reps.map(({ userId, position, digest }) => [userId, position, digest]),
      reports: { after, last, count: reports?.count ?? 0, digest: reports?.digest ?? '' },
    };
  }
}
