// Refused requests are stored in the background: no request waits for it, and failed writes are counted.

import type { Prisma, PrismaClient } from '@callside/database';
import { callEventNameSchema } from '@callside/schemas';
import { type Logger, type Metrics, toServiceError } from '@callside/service-kit';
import type { Page } from '../../page.ts';
import type { FindKey } from './file-refused-requests.ts';
import { RefusalShares } from './refusal-shares.store.ts';
import type { EventFilter } from './rules/event-on-file.ts';
import type { RefusedDetails, RefusedOnFile, RefusedRequest } from './rules/refused-request.ts';

interface Options {
  prisma: PrismaClient;
  logger: Logger;
  metrics: Pick<Metrics, 'counter'>;
  /** In milliseconds. */
  now: () => number;
  /** Counts a refused request that was not authenticated, of a brand and an address; throws above the limit. */
  countAddress: (brandId: string, address: string | null) => Promise<void>;
}

/** The table of refused requests: written in batches, read in pages. */
export class RefusedRequestStore {
  readonly #options: Options;
  readonly #seen: { inc: (labels: { status: string }) => void };
  readonly #notFiled: { inc: (labels: { cause: string }) => void };
  readonly #filing = new Set<Promise<void>>();
  readonly #shares: RefusalShares;

  constructor(options: Options) {
    this.#options = options;
    const { metrics, prisma, now } = options;
    this.#seen = metrics.counter('refused_requests_total', 'Webhook requests that were refused, stored or not.', [
      'status',
    ]);
    this.#notFiled = metrics.counter(
      'refused_requests_not_filed_total',
      'Refused webhook requests that were not stored: over the limit of a minute, or the database did not accept them.',
      ['cause'],
    );
    this.#shares = new RefusalShares({ prisma, now });
  }

  /** Returns at once. */
  file(entry: RefusedRequest, findKey?: FindKey): void {
    this.#seen.inc({ status: String(entry.status) });
    const filed = this.#file(entry, findKey).finally(() => this.#filing.delete(filed));
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
      omit: { body: true, authenticated: true },
    });
    const items = rows.slice(0, limit).map(toRefused);
    const last = items.at(-1);
    return { items, next: last && rows.length > limit ? { at: last.receivedAt, id: last.id } : null };
  }

  /** null: the brand has no such refused request. `id` is a whole number. */
  async find(brandId: string, id: string): Promise<RefusedDetails | null> {
    const row = await this.#options.prisma.refusedRequest.findFirst({ where: { id: BigInt(id), brandId } });
    if (row === null) return null;
    const { body, authenticated: _, ...others } = row;
    const key =
      row.apiKeyId === null
        ? null
        : await this.#options.prisma.apiKey.findFirst({
            where: { id: row.apiKeyId, brandId },
            select: { label: true, lastFour: true },
          });
    return { request: toRefused(others), body: isObject(body) ? { ...body } : null, key };
  }

  async #file(sent: RefusedRequest, findKey: FindKey | undefined): Promise<void> {
    try {
      if (!(await this.#isKept(await withKey(sent, findKey)))) this.#notFiled.inc({ cause: 'limit' });
    } catch (error) {
      this.#notFiled.inc({ cause: 'unavailable' });
      this.#options.logger.warn({ err: error }, 'a refused request could not be filed');
    }
  }

  async #isKept(entry: RefusedRequest): Promise<boolean> {
    try {
      if (!entry.authenticated) await this.#options.countAddress(entry.brandId, entry.address);
    } catch (error) {
      if (toServiceError(error).code === 'too_many_requests') return false;
      throw error;
    }
    return this.#shares.add(entry);
  }
}

async function withKey(entry: RefusedRequest, findKey: FindKey | undefined): Promise<RefusedRequest> {
  // While keys cannot be checked, the request counts as unauthenticated.
  const id = entry.authenticated ? null : await findKey?.().catch(() => null);
  return id ? { ...entry, apiKeyId: id, authenticated: true } : entry;
}

function toRefused({
  brandId: _,
  id,
  event,
  ...row
}: Omit<Prisma.RefusedRequestGetPayload<object>, 'body' | 'authenticated'>): RefusedOnFile {
  return { ...row, id: String(id), event: event === null ? null : callEventNameSchema.parse(event) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
