import type { Query } from '@callside/database';

const chunkRows = 5000;

/** Hands the rows of a SELECT over some thousand at a time, however many there are. Needs a transaction. */
export async function readInChunks<Row>(
  query: Query,
  select: string,
  values: readonly unknown[],
  take: (rows: Row[]) => void,
): Promise<void> {
  // All rows are wanted, not the first ones soon.
  await query('SET LOCAL cursor_tuple_fraction = 1');
  await query(`DECLARE chunks NO SCROLL CURSOR FOR ${select}`, values);
  for (;;) {
    const rows = await query<Row>(`FETCH ${chunkRows} FROM chunks`);
    if (rows.length === 0) break;
    take(rows);
  }
  await query('CLOSE chunks');
}
