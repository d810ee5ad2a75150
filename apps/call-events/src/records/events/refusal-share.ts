import type { Prisma, PrismaClient } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { RefusedRequest } from './rules/refused-request.ts';

interface Options {
  prisma: PrismaClient;
  /** In milliseconds. */
  now: () => number;
  /** Which entries it takes. */
  authenticated: boolean;
}

/** The limits of each brand. The table must stay bounded, and unauthenticated requests must not use the share of senders with a key. */
const mostAMinute = { authenticated: 600, anonymous: 120 };
const minuteMs = 60_000;
const mostWaiting = 2_000;
const greatestBatch = 500;
/** A brand at its limit is not counted again for this long. */
const fullForMs = 1_000;

/** Writes the refused requests of authenticated senders, or those of all others: each has a queue and a limit of its own. */
export class RefusalShare {
  readonly #options: Options;
  readonly #most: number;
  readonly #fullUntil = new Map<string, number>();
  readonly #add: (entry: RefusedRequest) => Promise<boolean>;

  constructor(options: Options) {
    this.#options = options;
    this.#most = options.authenticated ? mostAMinute.authenticated : mostAMinute.anonymous;
    this.#add = createNaturalBatcher({
      run: (entries: RefusedRequest[]) => this.#write(entries),
      maxItems: greatestBatch,
      maxQueued: mostWaiting,
    });
  }

  /** false: over the limit of the brand. */
  async add(entry: RefusedRequest): Promise<boolean> {
    if ((this.#fullUntil.get(entry.brandId) ?? 0) > this.#options.now()) return false;
    return this.#add(entry);
  }

  async #write(entries: RefusedRequest[]): Promise<boolean[]> {
    const { prisma, now } = this.#options;
    const brandIds = [...new Set(entries.map(({ brandId }) => brandId))].sort();
    const filed = await prisma.$transaction(async (transaction) => {
      const kept: RefusedRequest[] = [];
      for (const brandId of brandIds) {
        const ofBrand = entries.filter((entry) => entry.brandId === brandId);
        const newest = new Date(Math.max(...ofBrand.map(({ receivedAt }) => receivedAt.getTime())));
        const room = Math.max(0, await this.#roomFor(transaction, brandId, newest));
        if (room < ofBrand.length) this.#fullUntil.set(brandId, now() + fullForMs);
        kept.push(...ofBrand.slice(0, room));
      }
      if (kept.length > 0) await transaction.refusedRequest.createMany({ data: kept.map(toRow) });
      return new Set(kept);
    });
    return entries.map((entry) => filed.has(entry));
  }

  /** How many more entries of a brand may be stored. The lock makes instances count one after another. */
  async #roomFor(transaction: Prisma.TransactionClient, brandId: string, newest: Date): Promise<number> {
    const { authenticated } = this.#options;
    const lock = `refused ${authenticated} ${brandId}`;
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const since = new Date(newest.getTime() - minuteMs);
    const where = { brandId, authenticated, receivedAt: { gt: since } };
    return this.#most - (await transaction.refusedRequest.count({ where }));
  }
}

function toRow({ body, ...entry }: RefusedRequest): Prisma.RefusedRequestCreateManyInput {
  return body === null ? entry : { ...entry, body: body as Prisma.InputJsonObject };
}
