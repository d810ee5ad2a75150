import type { Prisma, PrismaClient } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { RefusedRequest } from './rules/refused-request.ts';

interface Options {
  prisma: PrismaClient;
  /** In milliseconds. */
  now: () => number;
}

/** Of each brand. The table must stay bounded, and requests without a key must leave room for those of senders with one. */
const mostAMinute = { all: 600, anonymous: 120 };
const minuteMs = 60_000;
const mostWaiting = 2_000;
const greatestBatch = 500;
/** A brand at its limit is not counted again for this long. */
const fullForMs = 1_000;

type Kind = 'authenticated' | 'anonymous';

/** Writes the refused requests of senders with a key and those of all others: each kind has a queue of its own. */
export class RefusalShares {
  readonly #options: Options;
  readonly #shares: Record<Kind, { add: (entry: RefusedRequest) => Promise<boolean>; fullUntil: Map<string, number> }>;

  constructor(options: Options) {
    this.#options = options;
    const share = (kind: Kind) => ({
      add: createNaturalBatcher({
        run: (entries: RefusedRequest[]) => this.#write(kind, entries),
        maxItems: greatestBatch,
        maxQueued: mostWaiting,
      }),
      fullUntil: new Map<string, number>(),
    });
    this.#shares = { authenticated: share('authenticated'), anonymous: share('anonymous') };
  }

  /** false: over the limit of the brand. */
  async add(entry: RefusedRequest): Promise<boolean> {
    const { add, fullUntil } = this.#shares[entry.authenticated ? 'authenticated' : 'anonymous'];
    if ((fullUntil.get(entry.brandId) ?? 0) > this.#options.now()) return false;
    return add(entry);
  }

  async #write(kind: Kind, entries: RefusedRequest[]): Promise<boolean[]> {
    const { prisma, now } = this.#options;
    const brandIds = [...new Set(entries.map(({ brandId }) => brandId))].sort();
    const filed = await prisma.$transaction(async (transaction) => {
      const kept: RefusedRequest[] = [];
      for (const brandId of brandIds) {
        const ofBrand = entries.filter((entry) => entry.brandId === brandId);
        const newest = new Date(Math.max(...ofBrand.map(({ receivedAt }) => receivedAt.getTime())));
        const room = await roomFor(transaction, kind, brandId, newest);
        if (room < ofBrand.length) this.#shares[kind].fullUntil.set(brandId, now() + fullForMs);
        kept.push(...ofBrand.slice(0, room));
      }
      if (kept.length > 0) await transaction.refusedRequest.createMany({ data: kept.map(toRow) });
      return new Set(kept);
    });
    return entries.map((entry) => filed.has(entry));
  }
}

/** How many more entries of a kind may be stored for a brand. The lock makes instances and kinds count one after another. */
async function roomFor(
  transaction: Prisma.TransactionClient,
  kind: Kind,
  brandId: string,
  newest: Date,
): Promise<number> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`refused ${brandId}`}, 0))`;
  const receivedAt = { gt: new Date(newest.getTime() - minuteMs) };
  const left = mostAMinute.all - (await transaction.refusedRequest.count({ where: { brandId, receivedAt } }));
  if (kind === 'authenticated') return Math.max(0, left);
  const anonymous = await transaction.refusedRequest.count({ where: { brandId, receivedAt, authenticated: false } });
  return Math.max(0, Math.min(left, mostAMinute.anonymous - anonymous));
}

function toRow({ body, ...entry }: RefusedRequest): Prisma.RefusedRequestCreateManyInput {
  return body === null ? entry : { ...entry, body: body as Prisma.InputJsonObject };
}
