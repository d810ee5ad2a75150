import type { Database, Prisma } from '@callside/database';
import {
  type FileLayout,
  type ImportCounts,
  type ImportDatabase,
  type ImportReport,
  type ImportTarget,
  runInDryRun,
  withCompleteImport,
} from '@callside/shop-data';
import { type Brand, findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { importFile } from '../import/import-file.ts';
import { describeReport } from '../import/import-report.ts';
import { keepHeapSmall } from '../import/keep-heap-small.ts';
import { UnknownLayoutError } from '../import/shops/choose-layout.ts';
import type { SourceOptions } from '../import/source-options.ts';
import { withInterruption } from '../interruption.ts';
import { OperatorError, ReportedFailure } from '../operator-error.ts';
import { readSourceOptions } from './source-option-flags.ts';

export interface ImportOptions extends SourceOptions {
  brand: string;
  dryRun?: true;
}

/** One kind of data and how it is written. */
export interface ImportSetup<Row> {
  createTarget: (database: ImportDatabase, brand: Brand) => ImportTarget<Row>;
  /** Records what was written, in one transaction; also after an import that ended early. */
  onEnd: (prisma: Prisma.TransactionClient, brandId: string, counts: ImportCounts) => Promise<void>;
  /** What a shop's export may look like; absent for the columns of Callside. */
  layouts?: readonly FileLayout[] | undefined;
  /** What the file lacks is retired: two such imports never run at the same time. */
  isComplete?: boolean;
}

interface ImportRun {
  options: ImportOptions;
  signal: AbortSignal;
  /** Name of the file in messages; default: its path. */
  name?: string;
}

export const dryRunOption = [
  '--dry-run',
  'write nothing, print the first rows as they were understood and the counts that the import would have',
] as const;

/** What one file is imported as. A shop's export of products may have stock levels, and its export of orders has returned lines. */
export interface FileImports<Row> {
  setup: ImportSetup<Row>;
  stock?: ImportSetup<unknown> | undefined;
  returns?: ImportSetup<unknown> | undefined;
}

/** Imports a file into a brand and prints the counts. After SIGINT or SIGTERM it prints what was written until then. */
export async function importOnRecord<Row>(
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
  run: ImportRun,
  { setup, stock, returns }: FileImports<Row>,
): Promise<ImportReport> {
  keepHeapSmall();
  const report = await importKind(context, file, run, setup);
  if (report.interrupted) return report;
  if (returns !== undefined) return { ...report, returns: await importKind(context, file, run, returns) };
  if (stock === undefined) return report;
  try {
    return { ...report, stock: await importKind(context, file, run, stock) };
  } catch (error) {
    if (!(error instanceof UnknownLayoutError)) throw error;
    context.output().note('the file has no stock levels: import the inventory export with `callside stock import`');
    return report;
  }
}

async function importKind<Row>(
  context: CommandContext,
  file: string,
  run: ImportRun,
  setup: ImportSetup<Row>,
): Promise<ImportReport> {
  return withDatabase(context, async (database) => {
    const brand = await findBrand(database.prisma, run.options.brand);
    const work = () => importIntoBrand(context, file, run, { setup, database, brand });
    if (!setup.isComplete) return work();
    const report = await withCompleteImport(database, brand.id, work);
    if (report !== null) return report;
    throw new OperatorError(`another complete import of the catalogue of ${brand.slug} is running`, {
      code: 'conflict',
      hint: 'import the file again when it has ended',
    });
  });
}

async function importIntoBrand<Row>(
  context: CommandContext,
  file: string,
  { options, signal, name }: ImportRun,
  {
    setup: { createTarget, onEnd, layouts },
    database,
    brand,
  }: { setup: ImportSetup<Row>; database: Database; brand: Brand },
): Promise<ImportReport> {
  const shared = { output: context.output(), signal, layouts, name, source: readSourceOptions(options) };
  if (options.dryRun) {
    return runInDryRun(database, async (rehearsal) => {
      const target = createTarget(rehearsal, brand);
      const report = await importFile(file, target, { ...shared, onEnd: async () => {}, preview: true });
      return { ...report, dry_run: true };
    });
  }
  return importFile(file, createTarget(database, brand), {
    ...shared,
    onEnd: (counts) => database.prisma.$transaction((transaction) => onEnd(transaction, brand.id, counts)),
  });
}

export function isInterrupted({ interrupted, stock, returns }: ImportReport): boolean {
  return [interrupted, stock?.interrupted, returns?.interrupted].includes(true);
}

function requireSuccess(report: ImportReport, dryRun: boolean | undefined): void {
  const { inserted, updated, unchanged, rejected } = report;
  if (isInterrupted(report)) {
    const rest = dryRun ? 'nothing is written' : 'the counted rows are written; import the file again to add the rest';
    throw new ReportedFailure(`interrupted; ${rest}`, { code: 'interrupted' });
  }
  if (rejected > 0 && inserted + updated + unchanged === 0) throw new ReportedFailure('every row was rejected');
}
