/**
 * A dialler may send texts of a megabyte; without a limit, a page of such rows could exhaust memory. Prisma would load the rows
 * before they can be measured.
 */
const greatestBytes = 4 * 1024 * 1024;

/** Added to each row by `boundedPage`: the number of rows found before any was left out. */
export interface Bounded {
  found: string;
}

/**
 * The rows of a statement, in that order, until the rows before them fill a page; always at least the first.
 * `order` names columns of the statement, and `sent` is the text whose bytes count, of a row `page`.
 */
export function boundedPage(select: string, order: string, sent = 'page::text'): string {
  return `
    SELECT * FROM (
      SELECT page.*, count(*) OVER () AS found,
             sum(octet_length(${sent})) OVER (ORDER BY ${order}) - octet_length(${sent}) AS bytes_before
        FROM (${select}) AS page
    ) AS measured
    WHERE bytes_before < ${greatestBytes} ORDER BY ${order}`;
}

/** The page from a statement that selects one row more than the limit. */
export function toPage<Row extends Bounded, Item, Place>(
  rows: readonly Row[],
  limit: number,
  { item, position }: { item: (row: Row) => Item; position: (row: Row) => Place },
): { items: Item[]; next: Place | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept.map(item),
    next: last !== undefined && Number(last.found) > kept.length ? position(last) : null,
  };
}
