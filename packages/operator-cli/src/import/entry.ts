/** The columns of a file that mean something; others are kept under the names that the file gives them. */
export interface ImportColumns {
  required: readonly string[];
  optional: readonly string[];
}

/** One row by column. An empty CSV value and a JSON null are left out. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/** A row, or why there is none; `line` is where it starts, from 1. */
export type ImportEntry = { line: number; record: ImportRecord } | { line: number; reason: string };

/** What one read of the file gave. */
export interface ImportChunk {
  entries: ImportEntry[];
  /** From the start of the file. */
  bytesRead: number;
}
