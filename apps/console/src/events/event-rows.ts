import type { EventLog, EventLogItem } from '@callside/schemas';

/** The rows that the page has, newest first, and the cursor of the older ones. */
export interface EventRows {
  items: readonly EventLogItem[];
  /** null: there are no older rows. */
  next: string | null;
}

/** Puts the newest page before the known rows. If rows between them are missing, only the newest page is kept. */
export function withNewest(rows: EventRows | null, page: EventLog): EventRows {
  const newest: EventRows = { items: page.items, next: page.next_cursor };
  if (rows === null || page.next_cursor === null) return newest;
  const inPage = new Set(page.items.map(({ id }) => id));
  const older = rows.items.filter(({ id }) => !inPage.has(id));
  const overlaps = older.length < rows.items.length;
  if (!overlaps || older.length === 0) return newest;
  return { items: [...page.items, ...older], next: rows.next };
}

/** Puts an older page after the rows. */
export function withOlder({ items }: EventRows, page: EventLog): EventRows {
  const known = new Set(items.map(({ id }) => id));
  return { items: [...items, ...page.items.filter(({ id }) => !known.has(id))], next: page.next_cursor };
}
