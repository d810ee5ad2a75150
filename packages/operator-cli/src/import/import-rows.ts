import type { z } from 'zod';
import type { ImportChunk, ImportColumns, ImportRecord } from './entry.ts';
import { createReport, type ImportReport, reject } from './import-report.ts';

/** What the rows of one kind of file become. */
export interface ImportTarget<Row> {
  columns: ImportColumns;
  /** From a record of texts (CSV) or of JSON values (NDJSON). Its messages complete the sentence "<column> …". */
  schema: z.ZodType<Row>;
  /** Rows of one key are the same thing: the later one counts. */
  keyOf: (row: Row) => string;
  /** Writes all rows or none. Never gets two of one key. */
  upsert: (rows: readonly Row[]) => Promise<{ inserted: number; updated: number }>;
}

interface BatchRow<Row> {
  line: number;
  row: Row;
}

const batchSize = 500;

/**
 * Validates and writes every row, in batches and in order. A row that the schema or the database refuses is rejected alone.
 * `onProgress` hears of each chunk that is done.
 */
export async function importRows<Row>(
  chunks: AsyncIterable<ImportChunk>,
  target: ImportTarget<Row>,
  onProgress: (bytesRead: number, report: ImportReport) => void,
  report: ImportReport = createReport(),
): Promise<ImportReport> {
  let batch = new Map<string, BatchRow<Row>>();
  const flush = async () => {
    const rows = [...batch.values()];
    batch = new Map();
    if (rows.length > 0) await writeBatch(rows, target, report);
  };

  for await (const { entries, bytesRead } of chunks) {
    for (const entry of entries) {
      if ('reason' in entry) {
        reject(report, entry);
        continue;
      }
      const result = readRow(entry.record, target.schema);
      if (!result.ok) {
        reject(report, { line: entry.line, reason: result.reason });
        continue;
      }
      const key = target.keyOf(result.row);
      if (batch.has(key) || batch.size >= batchSize) await flush();
      batch.set(key, { line: entry.line, row: result.row });
    }
    onProgress(bytesRead, report);
  }
  await flush();
  report.errors.sort((one, other) => one.line - other.line);
  return report;
}

function readRow<Row>(
  record: ImportRecord,
  schema: z.ZodType<Row>,
): { ok: true; row: Row } | { ok: false; reason: string } {
  const garbled = Object.entries(record).find(([, value]) => typeof value === 'string' && value.includes('\uFFFD'));
  if (garbled !== undefined) return { ok: false, reason: `${garbled[0]} is not UTF-8 text` };
  const result = schema.safeParse(record);
  if (result.success) return { ok: true, row: result.data };
  const reasons = result.error.issues.map(({ path, message }) => {
    const column = String(path[0] ?? 'the row');
    return Object.hasOwn(record, column) || path.length === 0 ? `${column} ${message}` : `${column} is missing`;
  });
  return { ok: false, reason: reasons.join('; ') };
}

/** Halves a batch that the database refuses until the rows that it refuses are alone. */
async function writeBatch<Row>(
  rows: readonly BatchRow<Row>[],
  target: ImportTarget<Row>,
  report: ImportReport,
): Promise<void> {
  try {
    const { inserted, updated } = await target.upsert(rows.map(({ row }) => row));
    report.inserted += inserted;
    report.updated += updated;
    report.unchanged += rows.length - inserted - updated;
  } catch (error) {
    const refusal = describeRefusal(error);
    const [first] = rows;
    if (refusal === undefined || first === undefined) throw error;
    if (rows.length === 1) return reject(report, { line: first.line, reason: refusal });
    const middle = Math.ceil(rows.length / 2);
    await writeBatch(rows.slice(0, middle), target, report);
    await writeBatch(rows.slice(middle), target, report);
  }
}

/** PostgreSQL's reason when it is the data's fault: data exception, violated constraint, too large for an index. */
function describeRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^(22|23|54)[0-9A-Z]{3}$/.test(error.code) ? error.message : undefined;
}
