import { createNaturalBatcher } from '@callside/service-kit';

interface Options<Row, Asked> {
  /** The rows of these, in any order; none for an unknown one. */
  read: (asked: Asked[]) => Promise<readonly Row[]>;
  keyOf: (row: Row) => string;
  /** The key of the row that is asked for. */
  nameOf: (asked: Asked) => string;
}

/** In a reconnect storm, one query for every few sockets would use processor time of PostgreSQL that events of calls need. */
const leastIntervalMs = 10;
/** After a query, the snapshots of all its keys are built in one turn of the event loop. Events wait for that turn. */
const mostKeys = 100;
/** More than the sockets of a reconnect storm. */
const mostQueued = 50_000;

/** Finds a row by its key; null if there is none. Concurrent look-ups share a query; nothing is cached. */
export function createSharedQuery<Row, Asked>({
  read,
  keyOf,
  nameOf,
}: Options<Row, Asked>): (asked: Asked) => Promise<Row | null> {
  return createNaturalBatcher({
    maxItems: mostKeys,
    leastIntervalMs,
    maxWaitMs: 5_000,
    maxQueued: mostQueued,
    run: async (asked: Asked[]) => {
      const rows = new Map((await read(asked)).map((row) => [keyOf(row), row]));
      return asked.map((one) => rows.get(nameOf(one)) ?? null);
    },
  });
}
