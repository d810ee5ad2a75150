import { type FileImports, type ImportReport, importOnRecord, type SourceOptions } from '@callside/shop-data';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { formatProgress } from '../import/format-progress.ts';
import { describeReport, isAllRejected } from '../import/import-report.ts';
import { keepHeapSmall } from '../import/keep-heap-small.ts';
import { withInterruption } from '../interruption.ts';
import { ReportedFailure } from '../operator-error.ts';
import { createProgress } from '../progress.ts';
import { readSourceOptions } from './source-option-flags.ts';

export interface ImportOptions extends SourceOptions {
  brand: string;
  dryRun?: true;
}

interface CommandRun {
  options: ImportOptions;
  signal: AbortSignal;
  /** Name of the file in messages; default: its path. */
  name?: string;
}

export const dryRunOption = [
  '--dry-run',
  'write nothing, print the first rows as they were understood and the counts that the import would have',
] as const;

/** Imports a file into a brand and prints the counts. After SIGINT or SIGTERM it prints what was written until then. */
export async function importAndPrint<Row>(
  context: CommandContext,
  file: string,
  options: ImportOptions,
  imports: FileImports<Row>,
): Promise<void> {
  const report = await withInterruption((signal) => runImport(context, file, { options, signal }, imports));
  const prefix = options.dryRun ? 'Nothing is written. It would be: ' : '';
  await context.output().result(report, () => describeReport(report, prefix));
  requireSuccess(report, options.dryRun);
}

/** Imports a file and returns the report. */
export async function runImport<Row>(
  context: CommandContext,
  file: string,
  { options, signal, name }: CommandRun,
  imports: FileImports<Row>,
): Promise<ImportReport> {
  keepHeapSmall();
  const output = context.output();
  const progress = createProgress(output.stderr, { patienceMs: 0 });
  try {
    return await withDatabase(context, async (database) => {
      const run = {
        dryRun: options.dryRun === true,
        signal,
        name,
        source: readSourceOptions(options),
        onProgress: (fraction: number, report: ImportReport) => progress.line(formatProgress(fraction, report)),
        onNoStock: () =>
          output.note('the file has no stock levels: import the inventory export with `callside stock import`'),
      };
      return importOnRecord(database, await findBrand(database.prisma, options.brand), file, run, imports);
    });
  } finally {
    progress.end();
  }
}

export function isInterrupted({ interrupted, stock, returns }: ImportReport): boolean {
  return [interrupted, stock?.interrupted, returns?.interrupted].includes(true);
}

function requireSuccess(report: ImportReport, dryRun: boolean | undefined): void {
  if (isInterrupted(report)) {
    const rest = dryRun ? 'nothing is written' : 'the counted rows are written; import the file again to add the rest';
    throw new ReportedFailure(`interrupted; ${rest}`, { code: 'interrupted' });
  }
  if (isAllRejected(report)) throw new ReportedFailure('every row was rejected');
}
