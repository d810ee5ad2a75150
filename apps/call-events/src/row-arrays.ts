// Rows as one array for each column: the number of parameters of a statement does not grow with its rows.

import { digestArray, plainArray, textArray } from '@callside/database';

type ColumnType = 'bigint' | 'boolean' | 'bytea' | 'text' | 'timestamptz' | 'uuid';
type Value = string | number | boolean | Date | null;

/** The columns that a statement takes, by name: their type, and their value in a row. */
export type Columns<Row> = Readonly<Record<string, readonly [type: ColumnType, of: (row: Row) => Value]>>;

/** The SQL and the values of the columns of a statement, from one declaration. */
export interface RowArrays<Row> {
  /** Separated by commas; with `of`, qualified by it. */
  names: (of?: string) => string;
  /** The rows as a source named `alias`: the first parameters of the statement. */
  source: (alias: string) => string;
  values: (rows: readonly Row[]) => unknown[];
}

export function rowArrays<Row>(columns: Columns<Row>): RowArrays<Row> {
  const entries = Object.entries(columns);
  const names = (of?: string) => entries.map(([name]) => (of === undefined ? name : `${of}.${name}`)).join(', ');
  const arrays = entries.map(([, [type]], index) => `$${index + 1}::${type}[]`).join(', ');
  return {
    names,
    source: (alias) => `unnest(${arrays}) AS ${alias} (${names()})`,
    values: (rows) => entries.map(([, [type, of]]) => arrayOf(type, rows.map(of))),
  };
}

function arrayOf(type: ColumnType, values: readonly Value[]): unknown {
  if (type === 'text') return textArray(values as (string | null)[]);
  return type === 'bytea' ? digestArray(values as (string | null)[]) : plainArray(values);
}
