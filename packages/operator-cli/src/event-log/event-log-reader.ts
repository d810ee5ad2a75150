import type { Database } from '@callside/database';
import { type LoggedEntry, toAccepted, toRefused } from './logged-entry.ts';

export interface EventLogFilter {
  brandId: string;
  outcome: 'accepted' | 'refused' | 'all';
  event?: string;
  /** Normalised. */
  agentEmail?: string;
  apiKeyId?: string;
}

type Table = 'callEvent' | 'refusedRequest';

/** A row may be committed this long after one with a greater id. */
const lateMs = 15_000;
/** How far back the first read looks for earlier rows. */
const earlierRows = 100_000n;
const pageRows = 1_000;

/** Reads what is new in the event log, in the order of ids. Each poll costs a scan of the rows of the last seconds. */
export class EventLogReader {
  readonly #prisma: Database['prisma'];
  readonly #filter: EventLogFilter;
  readonly #now: () => Date;
  readonly #tables: readonly FollowedTable[];

  constructor({ prisma }: Database, filter: EventLogFilter, now: () => Date) {
    this.#prisma = prisma;
    this.#filter = filter;
    this.#now = now;
    const tables: Table[] =
      filter.outcome === 'all'
        ? ['callEvent', 'refusedRequest']
        : [filter.outcome === 'accepted' ? 'callEvent' : 'refusedRequest'];
    this.#tables = tables.map((table) => new FollowedTable(table));
  }

  /** Begins at the end of the log and returns this many earlier entries. Must be called once, before `poll`. */
  async begin(entries: number): Promise<LoggedEntry[]> {
    const found: LoggedEntry[] = [];
    for (const followed of this.#tables) {
      const now = this.#now();
      const end = await this.#endOf(followed.table);
      followed.begin(await this.#settledOf(followed.table));
      found.push(...(await this.#readUnseen(followed, now)));
      const earlier = await this.#read(followed.table, end - earlierRows, entries, { newestFirst: true });
      found.push(...followed.unseen(earlier));
      followed.advance(end, now);
    }
    return found.sort(byTime).slice(Math.max(0, found.length - entries));
  }

  async poll(): Promise<LoggedEntry[]> {
    const found: LoggedEntry[] = [];
    for (const followed of this.#tables) {
      const now = this.#now();
      const end = await this.#endOf(followed.table);
      found.push(...(await this.#readUnseen(followed, now)));
      followed.advance(end, now);
    }
    return found.sort(byTime);
  }

  async #readUnseen(followed: FollowedTable, now: Date): Promise<LoggedEntry[]> {
    const found: LoggedEntry[] = [];
    let floor = followed.floor(now);
    for (;;) {
      const page = await this.#read(followed.table, floor, pageRows, { newestFirst: false });
      found.push(...followed.unseen(page));
      const last = page.at(-1);
      if (last === undefined || page.length < pageRows) return found;
      floor = last.row;
    }
  }

  async #endOf(table: Table): Promise<bigint> {
    const { _max } =
      table === 'callEvent'
        ? await this.#prisma.callEvent.aggregate({ _max: { id: true } })
        : await this.#prisma.refusedRequest.aggregate({ _max: { id: true } });
    return _max.id ?? 0n;
  }

  /** No late row comes before it. Times of the log are compared with each other: the clock of this host may differ. */
  async #settledOf(table: Table): Promise<bigint> {
    const newest = await this.#newestOf(table, {});
    if (newest === null) return 0n;
    const before = new Date(newest.receivedAt.getTime() - lateMs);
    return (await this.#newestOf(table, { receivedAt: { lt: before } }))?.id ?? 0n;
  }

  #newestOf(table: Table, where: { receivedAt?: { lt: Date } }): Promise<{ id: bigint; receivedAt: Date } | null> {
    const query = { where, orderBy: { id: 'desc' }, select: { id: true, receivedAt: true } } as const;
    return table === 'callEvent'
      ? this.#prisma.callEvent.findFirst(query)
      : this.#prisma.refusedRequest.findFirst(query);
  }

  async #read(
    table: Table,
    after: bigint,
    take: number,
    { newestFirst }: { newestFirst: boolean },
  ): Promise<LoggedEntry[]> {
    if (take === 0) return [];
    const { brandId, event, agentEmail, apiKeyId } = this.#filter;
    const where = {
      brandId,
      id: { gt: after },
      ...(event !== undefined && { event }),
      ...(agentEmail !== undefined && { agentEmail }),
      ...(apiKeyId !== undefined && { apiKeyId }),
    };
    const query = { where, take, orderBy: { id: newestFirst ? 'desc' : 'asc' } } as const;
    return table === 'callEvent'
      ? (await this.#prisma.callEvent.findMany({ ...query, omit: { metadata: true, metadataText: true } })).map(
          toAccepted,
        )
      : (await this.#prisma.refusedRequest.findMany({ ...query, omit: { body: true } })).map(toRefused);
  }
}

/** How far a table was read. Rows that were returned are remembered until no late row can come before them. */
class FollowedTable {
  readonly table: Table;
  readonly #seen = new Set<bigint>();
  #ends: { at: number; id: bigint }[] = [];

  constructor(table: Table) {
    this.table = table;
  }

  begin(settled: bigint): void {
    this.#ends = [{ at: 0, id: settled }];
  }

  advance(end: bigint, at: Date): void {
    this.#ends.push({ at: at.getTime(), id: end });
  }

  /** All rows up to this id were committed and returned. */
  floor(now: Date): bigint {
    const settled = this.#ends.findLastIndex(({ at }) => at <= now.getTime() - lateMs);
    if (settled > 0) this.#ends = this.#ends.slice(settled);
    const floor = this.#ends[0]?.id ?? 0n;
    for (const id of this.#seen) if (id <= floor) this.#seen.delete(id);
    return floor;
  }

  unseen(entries: readonly LoggedEntry[]): LoggedEntry[] {
    const unseen = entries.filter(({ row }) => !this.#seen.has(row));
    for (const { row } of unseen) this.#seen.add(row);
    return unseen;
  }
}

function byTime(one: LoggedEntry, other: LoggedEntry): number {
  return one.receivedAt.getTime() - other.receivedAt.getTime() || Number(one.row - other.row);
}
