/** The known columns of a file; others are kept under their own names. */
export interface ImportColumns {
  required: readonly string[];
  optional: readonly string[];
  /** Other names of known columns, in lower case. */
  aliases?: ReadonlyMap<string, string>;
  /** Columns of codes, phone numbers and days, before which spreadsheets put an apostrophe. */
  codes?: readonly string[];
  /** Columns of numbers, in any notation that has one meaning. */
  numbers?: readonly string[];
  /** Columns of numbers that may have a currency. */
  prices?: readonly string[];
  /** The import uses no other columns, so `map` may name only these. */
  isComplete?: true;
}

/** The file's column by the column that it stands for. */
export type ColumnMap = ReadonlyMap<string, string>;

/** The column names of a file as they were given for this import. */
export interface NamedColumns extends ImportColumns {
  map?: ColumnMap | undefined;
}

/** One row by column. An empty CSV value and a JSON null are absent. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/** A row, or why it cannot be read; `line` is its first line, from 1. */
export type ImportEntry = { line: number; record: ImportRecord } | { line: number; reason: string };

/** The result of one read of the file. */
export interface ImportChunk {
  entries: ImportEntry[];
  /** Total from the start of the file. */
  bytesRead: number;
}
