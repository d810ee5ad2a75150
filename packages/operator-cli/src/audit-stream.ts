import type { Database } from '@callside/database';
import { type ListedEntry, listedEntry, withBrand } from './listed-entry.ts';
import { OperatorError } from './operator-error.ts';

interface Look {
  newest: bigint;
  /** Transactions that write, or have written, to the audit log. */
  writers: readonly string[];
}

const entriesAPage = 500;

/**
 * An entry gets its id when it is written and is visible after its commit. Its transaction holds this lock from before the id until the
 * entry is visible. So entries up to the newest visible one are complete when those that hold the lock now have ended.
 */
const selectLook = `
  SELECT coalesce((SELECT max(id) FROM audit_log), 0) AS newest,
         ARRAY(SELECT virtualtransaction FROM pg_locks
                WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock' AND granted
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS writers`;

/** The entries of the audit log after a cursor, each once and in the order of their ids, as they become complete. */
export class AuditStream {
  readonly #database: Database;
  readonly #brandId: string | undefined;
  #after: bigint;
  /** No entry up to this id can appear any more. */
  #complete: bigint;
  /** Complete when its writers have ended. Not replaced before, so that writers that follow each other delay nothing for ever. */
  #pending: Look | null = null;

  constructor(database: Database, { brandId, after }: { brandId: string | undefined; after: bigint }) {
    this.#database = database;
    this.#brandId = brandId;
    this.#after = after;
    this.#complete = after;
  }

  /** Throws if the cursor is of another database, or of a later state than that of a restored backup. */
  async begin(): Promise<void> {
    const { newest } = await this.#look();
    if (newest >= this.#after) return;
    throw new OperatorError(`the newest entry is ${newest}, older than the cursor ${this.#after}`, {
      code: 'not_found',
      hint: 'if the database was restored from a backup, start again without --since',
    });
  }

  /** The next entries; empty: none is complete yet. */
  async poll(): Promise<ListedEntry[]> {
    if (this.#after >= this.#complete) await this.#advance();
    if (this.#after >= this.#complete) return [];
    const entries = await this.#database.prisma.auditEntry.findMany({
      where: {
        id: { gt: this.#after, lte: this.#complete },
        ...(this.#brandId !== undefined && { brandId: this.#brandId }),
      },
      orderBy: { id: 'asc' },
      take: entriesAPage,
      include: withBrand,
    });
    const last = entries.at(-1);
    this.#after = last !== undefined && entries.length === entriesAPage ? last.id : this.#complete;
    return entries.map(listedEntry);
  }

  async #advance(): Promise<void> {
    const look = await this.#look();
    if (look.writers.length === 0) this.#pending = look;
    this.#pending ??= look;
    if (this.#pending.writers.some((writer) => look.writers.includes(writer))) return;
    this.#complete = this.#pending.newest;
    this.#pending = look;
  }

  async #look(): Promise<Look> {
    const [row] = await this.#database.query<{ newest: string; writers: string[] }>(selectLook);
    if (row === undefined) throw new Error('the database did not return the newest entry');
    return { newest: BigInt(row.newest), writers: row.writers };
  }
}
