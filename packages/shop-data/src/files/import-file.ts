import type { ImportChunk } from '../entry.ts';
import type { FileLayout } from '../exports/file-layout.ts';
import {
  createReport,
  type ImportCounts,
  type ImportReport,
  type ImportSource,
  keepForPreview,
  leaveOut,
} from '../import-report.ts';
import { type ImportTarget, importRows } from '../import-rows.ts';
import { chooseLayout } from './choose-layout.ts';
import { requireKnownColumns } from './csv-header.ts';
import { type PreparedSource, withSource } from './prepare-source.ts';
import { readEntries } from './read-entries.ts';
import { nameOfDelimiter, type SourceOptions } from './source-options.ts';
import { translateChunks } from './translate-chunks.ts';

export interface ImportFileOptions {
  /** Called while the file is read, with the share that was. */
  onProgress?: ((fraction: number, report: ImportReport) => void) | undefined;
  /** Ends the import early: the report then says `interrupted`. */
  signal: AbortSignal;
  /** Called with the counts after the file was read, also when the import ended early after it had written. */
  onEnd: (counts: ImportCounts) => Promise<void>;
  source?: SourceOptions;
  /** What a shop's export may look like; absent for the columns of Callside. */
  layouts?: readonly FileLayout[] | undefined;
  /** ISO 4217: that of the brand, which prices may have. */
  currency?: string | undefined;
  /** An IANA name: that of the brand. */
  timeZone?: string | undefined;
  /** Whether the report has the first rows. */
  preview?: boolean;
  /** Name of the file in messages; default: its path. */
  name?: string | undefined;
}

/** Imports one file. Throws ImportFileError when it cannot be read or its header is wrong. */
export async function importFile<Row>(
  file: string,
  target: ImportTarget<Row>,
  {
    onProgress,
    signal,
    onEnd,
    source: options = {},
    layouts,
    currency,
    timeZone,
    preview = false,
    name = file,
  }: ImportFileOptions,
): Promise<ImportReport> {
  const report = createReport();
  if (preview) report.preview = [];
  if (layouts === undefined) requireKnownColumns({ ...target.columns, map: options.map });
  const knownNames = (layouts ?? [target]).flatMap(({ columns }) => [
    ...columns.required,
    ...columns.optional,
    ...(columns.aliases?.keys() ?? []),
  ]);
  try {
    await withSource(file, { name, knownNames, options }, async (source) => {
      const layout = layouts && (await chooseLayout(name, source, { layouts, map: options.map }));
      const read = sourceOf(source, layout);
      if (preview || !isUsual(read)) report.source = read;
      const entries = readEntries(
        source.path,
        { ...(layout?.columns ?? target.columns), map: options.map },
        { delimiter: source.delimiter ?? undefined, name, currency },
      );
      const translated = layout
        ? translateChunks(entries, layout.createTranslator(timeZone), ({ leftOut, withdrawn }) => {
            leaveOut(report, leftOut);
            if (withdrawn !== undefined) target.onWithdrawn?.(withdrawn);
          })
        : entries;
      await importRows(withPreview(translated, report), target, {
        onProgress: (bytesRead) => onProgress?.(bytesRead / Math.max(source.bytes, 1), report),
        signal,
        report,
      });
    });
  } catch (error) {
    const { inserted, updated } = report;
    report.interrupted = true;
    // The database may be the cause, so the first error is reported and not an error of onEnd.
    if (inserted + updated > 0) await onEnd(countsOf(report)).catch(() => {});
    throw error;
  }
  await onEnd(countsOf(report));
  return report;
}

function countsOf(report: ImportReport): ImportCounts {
  const { inserted, updated, unchanged, rejected, retired, interrupted } = report;
  return {
    inserted,
    updated,
    unchanged,
    rejected,
    ...(retired !== undefined && { retired }),
    ...(interrupted && { interrupted }),
  };
}

function sourceOf({ encoding, delimiter }: PreparedSource, layout: FileLayout | undefined): ImportSource {
  return {
    format: layout?.name ?? null,
    encoding,
    delimiter: delimiter === null ? null : nameOfDelimiter(delimiter),
  };
}

function isUsual({ format, encoding, delimiter }: ImportSource): boolean {
  return format === null && encoding === 'utf-8' && (delimiter === null || delimiter === 'comma');
}

async function* withPreview(chunks: AsyncIterable<ImportChunk>, report: ImportReport): AsyncGenerator<ImportChunk> {
  for await (const chunk of chunks) {
    for (const entry of chunk.entries) {
      if ('record' in entry) keepForPreview(report, { line: entry.line, values: entry.record });
    }
    yield chunk;
  }
}
