import type { Query } from '@callside/database';

const chunkRows = 5000;

/** Passes on the rows of a SELECT in chunks, so that memory use does not depend on their number. Needs a transaction. */
export async function readInChunks<Row>(
  query: Query,
  select: string,
  values: readonly unknown[],
  take: (rows: Row[]) => void,
): Promise<void> {
  // PostgreSQL plans for all rows, not for a fast first row.
  await query('SET LOCAL cursor_tuple_fraction = 1');
  await query(`DECLARE chunks NO SCROLL CURSOR FOR ${select}`, values);
  const fetchNext = () => {
    const rows = query<Row>(`FETCH ${chunkRows} FROM chunks`);
    // The error is thrown where the rows are awaited.
    rows.catch(() => {});
    return rows;
  };
  // PostgreSQL reads the next rows while these are processed.
  for (let next = fetchNext(); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetchNext();
    take(rows);
  }
  await query('CLOSE chunks');
}
