// Refused requests are stored in the background: no request waits for it, and failed writes are counted.

import { setTimeout as pause } from 'node:timers/promises';
import type { Prisma, PrismaClient } from '@callside/database';
import { callEventNameSchema } from '@callside/schemas';
import { createNaturalBatcher, type Logger, type Metrics, toServiceError } from '@callside/service-kit';
import type { EventFilter } from '../domain/event-on-file.ts';
import type { Page } from '../domain/page.ts';
import type { RefusedDetails, RefusedOnFile, RefusedRequest } from '../domain/refused-request.ts';

interface Options {
  prisma: PrismaClient;
  logger: Logger;
  metrics: Pick<Metrics, 'counter'>;
  /** In milliseconds. */
  now: () => number;
}

/** Stored for each brand: anyone can send requests that are refused, and the table must stay bounded. */
const mostAMinute = 600;
const minuteMs = 60_000;
const mostWaiting = 2_000;
const greatestBatch = 500;
/** A brand at its limit is not counted again for this long. */
const fullForMs = 1_000;
const attempts = 3;
const pauseMs = 250;

/** The table of refused requests: written in batches, read in pages. */
export class RefusedRequestStore {
  readonly #options: Options;
  readonly #seen: { inc: (labels: { status: string }) => void };
  readonly #notFiled: { inc: (labels: { cause: string }) => void };
  readonly #fullUntil = new Map<string, number>();
  readonly #filing = new Set<Promise<void>>();
  readonly #add: (entry: RefusedRequest) => Promise<boolean>;

  constructor(options: Options) {
    this.#options = options;
    const { metrics } = options;
    this.#seen = metrics.counter('refused_requests_total', 'Webhook requests that were refused, filed or not.', [
      'status',
    ]);
    this.#notFiled = metrics.counter(
      'refused_requests_not_filed_total',
      'Refused webhook requests that are on file nowhere: over the limit of a minute, or the database did not take them.',
      ['cause'],
    );
    this.#add = createNaturalBatcher({
      run: (entries: RefusedRequest[]) => this.#write(entries),
      maxItems: greatestBatch,
      maxQueued: mostWaiting,
    });
  }

  /** Returns at once. */
  file(entry: RefusedRequest): void {
    this.#seen.inc({ status: String(entry.status) });
    if ((this.#fullUntil.get(entry.brandId) ?? 0) > this.#options.now()) {
      this.#notFiled.inc({ cause: 'limit' });
      return;
    }
    const filed = this.#fileOne(entry).finally(() => this.#filing.delete(filed));
    this.#filing.add(filed);
  }

  /** Resolves when all entries are written or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#filing);
  }

  /** Newest first. */
  async readPage(filter: EventFilter): Promise<Page<RefusedOnFile>> {
    const { brandId, agentEmail, event, resolved, from, to, after, limit, search } = filter;
    if (resolved !== null || (search && search.by !== 'request_id')) return { items: [], next: null };
    const rows = await this.#options.prisma.refusedRequest.findMany({
      where: {
        brandId,
        ...(agentEmail !== null && { agentEmail }),
        ...(event !== null && { event }),
        ...(search && { requestId: search.value }),
        receivedAt: { ...(from && { gte: from }), ...(to && { lt: to }), ...(after && { lte: after.at }) },
        ...(after && { NOT: { receivedAt: after.at, id: { gte: BigInt(after.id) } } }),
      },
      orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      omit: { body: true },
    });
    const items = rows.slice(0, limit).map(toRefused);
    const last = items.at(-1);
    return { items, next: last && rows.length > limit ? { at: last.receivedAt, id: last.id } : null };
  }

  /** null: the brand has no such refused request. `id` is a whole number. */
  async find(brandId: string, id: string): Promise<RefusedDetails | null> {
    const row = await this.#options.prisma.refusedRequest.findFirst({ where: { id: BigInt(id), brandId } });
    if (row === null) return null;
    const { body, ...others } = row;
    const key =
      row.apiKeyId === null
        ? null
        : await this.#options.prisma.apiKey.findFirst({
            where: { id: row.apiKeyId, brandId },
            select: { label: true, lastFour: true },
          });
    return { request: toRefused(others), body: isObject(body) ? { ...body } : null, key };
  }

  async #fileOne(entry: RefusedRequest): Promise<void> {
    try {
      if (!(await this.#add(entry))) this.#notFiled.inc({ cause: 'limit' });
    } catch (error) {
      this.#notFiled.inc({ cause: 'unavailable' });
      this.#options.logger.warn({ err: error }, 'a refused request could not be filed');
    }
  }

  /** Retries while the database is unavailable; new entries wait in a bounded queue. */
  async #write(entries: RefusedRequest[]): Promise<boolean[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#writeOnce(entries);
      } catch (error) {
        if (attempt === attempts || toServiceError(error).code !== 'unavailable') throw error;
        await pause(pauseMs);
      }
    }
  }

  async #writeOnce(entries: RefusedRequest[]): Promise<boolean[]> {
    const { prisma, now } = this.#options;
    const brandIds = [...new Set(entries.map(({ brandId }) => brandId))].sort();
    const filed = await prisma.$transaction(async (transaction) => {
      const kept: RefusedRequest[] = [];
      for (const brandId of brandIds) {
        const ofBrand = entries.filter((entry) => entry.brandId === brandId);
        const newest = new Date(Math.max(...ofBrand.map(({ receivedAt }) => receivedAt.getTime())));
        const room = Math.max(0, await roomFor(transaction, brandId, newest));
        if (room < ofBrand.length) this.#fullUntil.set(brandId, now() + fullForMs);
        kept.push(...ofBrand.slice(0, room));
      }
      if (kept.length > 0) await transaction.refusedRequest.createMany({ data: kept.map(toRow) });
      return new Set(kept);
    });
    return entries.map((entry) => filed.has(entry));
  }
}

function toRow({ body, ...entry }: RefusedRequest): Prisma.RefusedRequestCreateManyInput {
  return body === null ? entry : { ...entry, body: body as Prisma.InputJsonObject };
}

function toRefused({
  brandId: _,
  id,
  event,
  ...row
}: Omit<Prisma.RefusedRequestGetPayload<object>, 'body'>): RefusedOnFile {
  return { ...row, id: String(id), event: event === null ? null : callEventNameSchema.parse(event) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How many more entries of a brand may be stored. The lock makes instances count one after another. */
async function roomFor(transaction: Prisma.TransactionClient, brandId: string, newest: Date): Promise<number> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`refused ${brandId}`}, 0))`;
  const since = new Date(newest.getTime() - minuteMs);
  return mostAMinute - (await transaction.refusedRequest.count({ where: { brandId, receivedAt: { gt: since } } }));
}
