import { createNaturalBatcher } from '@callside/service-kit';

interface Options<Row> {
  /** The rows of these keys, in any order; none for an unknown key. */
  read: (keys: string[]) => Promise<readonly Row[]>;
  keyOf: (row: Row) => string;
}

/** In a reconnect storm, one query for every few sockets would use processor time of PostgreSQL that events of calls need. */
const leastIntervalMs = 10;
/** After a query, the snapshots of all its keys are built in one turn of the event loop. Events wait for that turn. */
const mostKeys = 100;
/** More than the sockets of a reconnect storm. */
const mostQueued = 50_000;

/** Finds a row by its key; null if there is none. Concurrent look-ups share a query; nothing is cached. */
export function createLookUp<Row>({ read, keyOf }: Options<Row>): (key: string) => Promise<Row | null> {
  return createNaturalBatcher({
    maxItems: mostKeys,
    leastIntervalMs,
    maxWaitMs: 5_000,
    maxQueued: mostQueued,
    run: async (keys: string[]) => {
      const rows = new Map((await read(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key) ?? null);
    },
  });
}
