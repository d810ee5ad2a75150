import type { z } from 'zod';
import type { ImportChunk, ImportColumns, ImportEntry, ImportRecord } from './entry.ts';
import { createReport, type ImportReport, reject, warn } from './import-report.ts';

/** How the rows of one kind of file are validated and written. */
export interface ImportTarget<Row> {
  columns: ImportColumns;
  /** Parses a record of texts (CSV) or of JSON values (NDJSON). Its messages complete the sentence "<column> …". */
  schema: z.ZodType<Row>;
  /** Maximum number of rows per write; default 500. */
  batchSize?: number;
  /** Whether a row must be written together with the one before it: they may describe one thing. */
  continues?: (before: Row, row: Row) => boolean;
  /** Called for each row that was rejected before `upsert`; undefined when the row could not be read. */
  onRejected?: (record: ImportRecord | undefined) => void;
  /** Called with the SKU of each product that the file says is not offered any more. */
  onWithdrawn?: (sku: string) => void;
  /** What the operator should know of a row that is imported; completes the sentence "<line>: …". */
  warningOf?: (row: Row) => string | undefined;
  /** Called after the last row, when the file was read completely. Resolves to what the report has of it. */
  finish?: () => Promise<Pick<ImportReport, 'retired'>>;
  /** Called at the end, in any case. */
  close?: () => void;
  /** Writes all rows that it does not refuse, in order, or none. */
  upsert: (rows: readonly Row[]) => Promise<WrittenRows>;
}

export interface WrittenRows {
  inserted: number;
  updated: number;
  /** Refused rows, by their index in the batch, with the reason. The others are written. */
  refused?: ReadonlyMap<number, string>;
  /** Of the written rows, those whose number was not stored. */
  otherNumbers?: number;
}

export interface ImportRowsOptions {
  onProgress?: (bytesRead: number) => void;
  signal?: AbortSignal;
  /** Updated while rows are written, so that it is also valid when the import fails. */
  report?: ImportReport;
}

interface BatchRow<Row> {
  line: number;
  row: Row;
}

const defaultBatchSize = 500;

const deadlockDetected = '40P01';
/** How often a batch is written. PostgreSQL ends one only when it has waited for a second. */
const mostAttempts = 10;

/**
 * Validates and writes every row, in batches and in order. A row that the schema or the database refuses is rejected alone.
 * `onProgress` is called after each chunk. After `signal` the current batch is finished, later rows are skipped, and the report
 * says so.
 */
export async function importRows<Row>(
  chunks: AsyncIterable<ImportChunk>,
  target: ImportTarget<Row>,
  { onProgress, signal, report = createReport() }: ImportRowsOptions,
): Promise<ImportReport> {
  const { batchSize = defaultBatchSize } = target;
  let batch: BatchRow<Row>[] = [];
  // The next rows are read while the last batch is written; batches are written one at a time, in order.
  let writing = Promise.resolve();
  const flush = async () => {
    const rows = batch;
    batch = [];
    await writing;
    writing = writeBatch(rows, target, report);
    // The error is thrown where the next write awaits this one.
    writing.catch(() => {});
  };

  try {
    reading: for await (const { entries, bytesRead } of chunks) {
      for (const entry of entries) {
        if (signal?.aborted) {
          report.interrupted = true;
          break reading;
        }
        const row = readEntry(entry, target, report);
        if (row === null) continue;
        if (batch.length >= batchSize && !isContinued(batch, row, target)) await flush();
        batch.push(row);
      }
      onProgress?.(bytesRead);
    }
    if (!report.interrupted) await flush();
  } finally {
    await writing.finally(target.close);
  }
  if (!report.interrupted && target.finish) Object.assign(report, await target.finish());
  report.errors.sort((one, other) => one.line - other.line);
  report.warnings?.sort((one, other) => one.line - other.line);
  return report;
}

/** Up to twice the size of a batch. */
function isContinued<Row>(
  batch: readonly BatchRow<Row>[],
  { row }: BatchRow<Row>,
  { continues, batchSize = defaultBatchSize }: ImportTarget<Row>,
): boolean {
  const before = batch.at(-1);
  return before !== undefined && batch.length < 2 * batchSize && continues?.(before.row, row) === true;
}

/** Null when the entry is rejected. */
function readEntry<Row>(
  { line, ...entry }: ImportEntry,
  { schema, columns, onRejected, warningOf }: ImportTarget<Row>,
  report: ImportReport,
): BatchRow<Row> | null {
  const result = 'reason' in entry ? entry : readRow(entry.record, schema, columns);
  if ('row' in result) {
    const warning = warningOf?.(result.row);
    if (warning !== undefined) warn(report, { line, reason: warning });
    return { line, row: result.row };
  }
  reject(report, { line, reason: result.reason });
  onRejected?.('record' in entry ? entry.record : undefined);
  return null;
}

/** The row of a record, or why the import rejects it: never because of a column that is not used. */
export function readRow<Row>(
  record: ImportRecord,
  schema: z.ZodType<Row>,
  columns?: ImportColumns,
): { row: Row } | { reason: string } {
  const used = columns?.isComplete ? [...columns.required, ...columns.optional] : Object.keys(record);
  for (const name of used) {
    const value = record[name];
    if (typeof value !== 'string') continue;
    // Invalid UTF-8 was decoded as U+FFFD; JSON can contain a lone surrogate.
    if (value.includes('\uFFFD') || !value.isWellFormed()) return { reason: `${name} is not UTF-8 text` };
    if (value.includes('\0')) return { reason: `${name} holds a NUL character` };
  }
  const result = schema.safeParse(record);
  if (result.success) return { row: result.data };
  const reasons = result.error.issues.map(({ path, message }) => {
    const column = String(path[0] ?? 'the row');
    return Object.hasOwn(record, column) || path.length === 0 ? `${column} ${message}` : `${column} is missing`;
  });
  return { reason: reasons.join('; ') };
}

/**
 * Splits a batch that the database refuses, until each refused row is alone. Writes it again when it was ended to resolve a deadlock: with
 * a dry run, which keeps its rows locked, or with other SQL.
 */
async function writeBatch<Row>(
  rows: readonly BatchRow<Row>[],
  target: ImportTarget<Row>,
  report: ImportReport,
  attempt = 1,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    const written = await target.upsert(rows.map(({ row }) => row));
    const { inserted, updated, refused = new Map(), otherNumbers = 0 } = written;
    report.inserted += inserted;
    report.updated += updated;
    report.unchanged += rows.length - inserted - updated - refused.size;
    if (otherNumbers > 0) report.other_numbers = (report.other_numbers ?? 0) + otherNumbers;
    for (const [index, { line }] of rows.entries()) {
      const reason = refused.get(index);
      if (reason !== undefined) reject(report, { line, reason });
    }
  } catch (error) {
    if (sqlStateOf(error) === deadlockDetected && attempt < mostAttempts) {
      return writeBatch(rows, target, report, attempt + 1);
    }
    const refusal = describeRefusal(error);
    const [first] = rows;
    if (refusal === undefined || first === undefined) throw error;
    if (rows.length === 1) return reject(report, { line: first.line, reason: refusal });
    const middle = Math.ceil(rows.length / 2);
    await writeBatch(rows.slice(0, middle), target, report);
    await writeBatch(rows.slice(middle), target, report);
  }
}

/** PostgreSQL's message when the data is the cause: data exception, violated constraint, too large for an index. */
function describeRefusal(error: unknown): string | undefined {
  return /^(22|23|54)[0-9A-Z]{3}$/.test(sqlStateOf(error)) ? (error as Error).message : undefined;
}

function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
