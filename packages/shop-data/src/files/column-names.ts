import { withoutInvisible } from '@callside/schemas';
import type { ImportColumns } from '../entry.ts';

/** The name of a column without what nobody sees, such as a second byte order mark. */
export function columnName(name: string): string {
  return withoutInvisible(name).trim();
}

/**
 * The column that a name of the file stands for; undefined: ignored. Known columns are matched in any case. `mapped` has the column by
 * the file's name, in lower case.
 */
export function columnNaming(
  { required, optional, aliases }: ImportColumns,
  mapped: ReadonlyMap<string, string>,
): (name: string) => string | undefined {
  const known = new Map([
    ...(aliases ?? []),
    ...[...required, ...optional].map((name) => [name.toLowerCase(), name] as const),
  ]);
  const taken = new Set(mapped.values());
  return (name) => {
    const key = name.toLowerCase();
    const target = mapped.get(key);
    if (target !== undefined) return target;
    const found = known.get(key) ?? name;
    // The column of --map takes the place of one of the same name.
    return taken.has(found) ? undefined : found;
  };
}

/** The column that `--map` names, in any case. */
export function knownColumn(column: string, { required, optional }: ImportColumns): string {
  return [...required, ...optional].find((name) => name.toLowerCase() === column.toLowerCase()) ?? column;
}
