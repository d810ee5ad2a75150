import { stat } from 'node:fs/promises';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { createProgress } from '../progress.ts';
import { formatProgress } from './format-progress.ts';
import { createReport, type ImportCounts, type ImportReport } from './import-report.ts';
import { type ImportTarget, importRows } from './import-rows.ts';
import { readEntries } from './read-entries.ts';

export interface ImportFileOptions {
  output: Output;
  /** Ends the import early: the report then says `interrupted`. */
  signal: AbortSignal;
  /** Called with the counts after the file was read, also when the import ended early after it had written. */
  onEnd: (counts: ImportCounts) => Promise<void>;
}

/** Imports one file. Throws OperatorError when it cannot be read or its header is wrong. */
export async function importFile<Row>(
  file: string,
  target: ImportTarget<Row>,
  { output, signal, onEnd }: ImportFileOptions,
): Promise<ImportReport> {
  const size = await sizeOf(file);
  const progress = createProgress(output.stderr, { patienceMs: 0 });
  const report = createReport();
  try {
    const onProgress = (bytesRead: number) => progress.line(formatProgress(bytesRead / Math.max(size, 1), report));
    await importRows(readEntries(file, target.columns), target, { onProgress, signal, report });
  } catch (error) {
    const { inserted, updated } = report;
    report.interrupted = true;
    // The database may be the cause, so the first error is reported and not an error of onEnd.
    if (inserted + updated > 0) await onEnd(countsOf(report)).catch(() => {});
    throw error;
  } finally {
    progress.end();
  }
  await onEnd(countsOf(report));
  return report;
}

function countsOf({ errors: _, ...counts }: ImportReport): ImportCounts {
  return counts;
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new OperatorError(`cannot read ${file}: ${reasonOf(cause)}`, { code: 'file', cause });
  });
  if (!found.isFile()) throw new OperatorError(`cannot read ${file}: it is not a file`, { code: 'file' });
  return found.size;
}

function reasonOf(error: unknown): string {
  const { code } = Object(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'the permission is missing';
  return String(code ?? 'it cannot be opened');
}
