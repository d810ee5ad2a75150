import type { KnownColumn } from '@callside/schemas';

/** The file's column by the column that it stands for. */
export type AssignedColumns = Readonly<Record<string, string>>;

/** What the import may read, and the file has under no name that is known. */
export interface UnknownColumns {
  required: string[];
  optional: string[];
  /** The columns of the file. */
  header: string[];
}

/** null: the file names no columns, or has all. */
export function unknownColumns(columns: readonly KnownColumn[], header: string[]): UnknownColumns | null {
  const named = new Set(header.map((name) => name.toLowerCase()));
  const missing = columns.filter(
    ({ name, other_names: others }) => ![name.toLowerCase(), ...others].some((one) => named.has(one)),
  );
  if (header.length === 0 || missing.length === 0) return null;
  const namesOf = (isRequired: boolean) =>
    missing.filter(({ required }) => required === isRequired).map(({ name }) => name);
  return { required: namesOf(true), optional: namesOf(false), header };
}

/** The columns for which a column of the file is chosen that stands for another one, too. */
export function assignedTwice(assigned: AssignedColumns): string[] {
  const sources = Object.values(assigned);
  return Object.keys(assigned).filter((name) => sources.filter((source) => source === assigned[name]).length > 1);
}
