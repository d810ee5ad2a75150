import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { CoalescingSocket } from './coalescing-socket.ts';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { inTransaction } from './in-transaction.ts';

/** Runs one statement and returns its rows. `Row` is the type that the caller expects of a row. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface PoolOptions {
  /** postgresql://user:password@host:port/name */
  url: string;
  maxConnections: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** The longest wait for a free connection, and for opening a new one. */
  connectionTimeoutMs?: number;
  /** The longest time that a statement may take. When the server does not answer at all, the statement fails half a second later. */
  statementTimeoutMs?: number;
  /** The longest time that a transaction may wait for its next statement. Default: twice the time of a statement. */
  idleTransactionMs?: number;
  /** Called for each lost connection. Without it, lost connections are replaced silently. */
  onConnectionLost?: (error: Error) => void;
  /** Sends statements of one connection without waiting for earlier answers. Not for Prisma. */
  pipeline?: boolean;
  /** Settings of each session, such as `{ synchronous_commit: 'off' }`. */
  settings?: Readonly<Record<string, string>>;
}

export type DatabaseOptions = Omit<PoolOptions, 'pipeline'>;

export interface Database {
  /** Made at the first use: it takes 13 MB and up to 40 ms. */
  readonly prisma: PrismaClient;
  /** The pool that Prisma also uses, so that one limit of connections applies to both. */
  pool: pg.Pool;
  query: Query;
  /** Commits when `work` resolves, rolls back when it rejects. `work` must run all its statements through the given query. */
  transaction: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

const hungServerGraceMs = 500;
const defaultTimeouts = { connectionTimeoutMs: 1_000, statementTimeoutMs: 5_000 };

/** A server, a database or a role may have other defaults. */
const independentOfServer = {
  // @prisma/adapter-pg reads a timestamptz as UTC and ignores the offset that the server sends.
  timezone: 'UTC',
  // The only style in which pg and @prisma/adapter-pg read instants.
  datestyle: 'ISO',
  // Statements wait for locks and then read what was committed meanwhile. A transaction that needs another isolation sets it.
  default_transaction_isolation: 'read committed',
  // Prisma names this schema. A schema with the name of the role would come before it.
  search_path: 'public',
};

/**
 * Closes the connection when the server does not answer a statement in time, which also rolls back. Otherwise the ROLLBACK of a
 * failed transaction, which Prisma always sends, would wait as long again, and the pool would get an unusable connection back.
 */
class ClosingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') void this.end();
      });
    }
    return answer as never;
  }
}

/** Connects on first use. When the server is down or hangs, statements reject in time and the process continues. */
export function createPool(options: PoolOptions): pg.Pool {
  const { connectionTimeoutMs, statementTimeoutMs, onConnectionLost = () => {} } = { ...defaultTimeouts, ...options };
  const { idleTransactionMs = 2 * statementTimeoutMs } = options;
  const pool = new pg.Pool({
    Client: ClosingClient,
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    keepAlive: true,
    ...(options.pipeline && { pipeline: true, stream: () => new CoalescingSocket() }),
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + hungServerGraceMs,
    // A process that stalls inside a transaction must not hold its row locks forever.
    idle_in_transaction_session_timeout: idleTransactionMs,
    onConnect: async (client) => {
      const settings = { ...independentOfServer, ...options.settings };
      await client.query(
        'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)',
        [Object.keys(settings), Object.values(settings)],
      );
    },
  });
  pool.on('error', onConnectionLost);
  // The pool listens only to idle connections. A connection lost while checked out rejects its statement and also emits an event.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A pool with Prisma and plain SQL on it. */
export function createDatabase(options: DatabaseOptions): Database {
  const { connectionTimeoutMs, statementTimeoutMs } = { ...defaultTimeouts, ...options };
  const pool = createPool(options);
  let prisma: PrismaClient | undefined;

  return {
    get prisma() {
      prisma ??= new PrismaClient({
        adapter: new PrismaPg(pool),
        errorFormat: 'minimal',
        transactionOptions: { maxWait: connectionTimeoutMs, timeout: statementTimeoutMs },
      });
      return prisma;
    },
    pool,
    query: queryThrough(pool),
    transaction: (work) =>
      inTransaction(pool, async (client) => {
        await client.query('BEGIN');
        const result = await work(queryThrough(client));
        await client.query('COMMIT');
        return result;
      }),
    close: async () => {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

/** Runs statements on a pool or on one connection of it. */
export function queryThrough(connection: pg.Pool | pg.PoolClient): Query {
  return async (text, values = []) => (await connection.query(text, [...values])).rows;
}

/** Runs statements that are written for `pg` in a transaction of Prisma. */
export function queryWithin(transaction: Prisma.TransactionClient): Query {
  return (text, values = []) => transaction.$queryRawUnsafe(text, ...values);
}

/** Prepares a statement under this name when a connection first runs it. */
export function preparedThrough(connection: pg.Pool | pg.PoolClient, name: string): Query {
  return async (text, values = []) => (await connection.query({ name, text, values: [...values] })).rows;
}
