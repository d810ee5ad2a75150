// The command line and the page of owners import files only through these functions: the rows, and who imported them.

import { type Acting, appendToAuditLog } from '@callside/auth';
import type { Database, Prisma } from '@callside/database';
import type { AuditAction } from '@callside/schemas';
import { announceImport, type ImportedData } from './announce-import.ts';
import type { BrandOfRows } from './brand-of-rows.ts';
import { withCompleteImport } from './complete-import.ts';
import { type ImportDatabase, runInDryRun } from './dry-run.ts';
import type { FileLayout } from './exports/file-layout.ts';
import { UnknownLayoutError } from './files/choose-layout.ts';
import { type ImportFileOptions, importFile } from './files/import-file.ts';
import { ImportFileError } from './files/import-file-error.ts';
import type { ImportCounts, ImportReport } from './import-report.ts';
import type { ImportTarget } from './import-rows.ts';

/** One kind of data and how it is written. */
export interface ImportSetup<Row> {
  createTarget: (database: ImportDatabase, brand: BrandOfRows) => ImportTarget<Row>;
  /** Records what was written, in one transaction; also after an import that ended early. */
  onEnd: (prisma: Prisma.TransactionClient, brandId: string, counts: ImportCounts) => Promise<void>;
  /** What a shop's export may look like; absent for the columns of Callside. */
  layouts?: readonly FileLayout[] | undefined;
  /** What the file lacks is retired: two such imports never run at the same time. */
  isComplete?: boolean;
}

/** What one file is imported as. A shop's export of products may have stock levels, and its export of orders has returned lines. */
export interface FileImports<Row> {
  setup: ImportSetup<Row>;
  stock?: ImportSetup<unknown> | undefined;
  returns?: ImportSetup<unknown> | undefined;
}

export interface ImportRun extends Pick<ImportFileOptions, 'signal' | 'source' | 'name' | 'onProgress'> {
  dryRun: boolean;
  /** Called when a shop's export of products has no stock levels. */
  onNoStock?: () => void;
}

interface BrandRun extends ImportRun {
  /** Those of the brand. */
  currency: string;
  timeZone: string;
}

/** Imports a file into a brand. Throws ImportFileError when it cannot be read, its header is wrong or another import is in its way. */
export async function importOnRecord<Row>(
  database: Database,
  brand: BrandOfRows,
  file: string,
  run: ImportRun,
  { setup, stock, returns }: FileImports<Row>,
): Promise<ImportReport> {
  const { currency } = await database.prisma.brand.findUniqueOrThrow({
    where: { id: brand.id },
    select: { currency: true },
  });
  const read = { ...run, currency, timeZone: brand.time_zone };
  const report = await importKind(database, brand, file, read, setup);
  if (report.interrupted) return report;
  if (returns !== undefined) return { ...report, returns: await importKind(database, brand, file, read, returns) };
  if (stock === undefined) return report;
  try {
    return { ...report, stock: await importKind(database, brand, file, read, stock) };
  } catch (error) {
    if (!(error instanceof UnknownLayoutError)) throw error;
    run.onNoStock?.();
    return report;
  }
}

async function importKind<Row>(
  database: Database,
  brand: BrandOfRows,
  file: string,
  run: BrandRun,
  setup: ImportSetup<Row>,
): Promise<ImportReport> {
  const work = () => importIntoBrand(database, brand, file, run, setup);
  if (!setup.isComplete) return work();
  const report = await withCompleteImport(database, brand.id, work);
  if (report !== null) return report;
  throw new ImportFileError(`another complete import of the catalogue of ${brand.slug} is running`, {
    code: 'conflict',
    hint: 'import the file again when it has ended',
  });
}

async function importIntoBrand<Row>(
  database: Database,
  brand: BrandOfRows,
  file: string,
  { dryRun, ...run }: BrandRun,
  { createTarget, onEnd, layouts }: ImportSetup<Row>,
): Promise<ImportReport> {
  if (dryRun) {
    return runInDryRun(database, async (rehearsal) => {
      const target = createTarget(rehearsal, brand);
      const report = await importFile(file, target, { ...run, layouts, onEnd: async () => {}, preview: true });
      return { ...report, dry_run: true };
    });
  }
  return importFile(file, createTarget(database, brand), {
    ...run,
    layouts,
    onEnd: (counts) => database.prisma.$transaction((transaction) => onEnd(transaction, brand.id, counts)),
  });
}

interface RecordedImport extends Acting {
  data: ImportedData;
  action: AuditAction;
  /** The file, or the address of a feed. */
  subject: string;
}

/** Tells the services of the new data, and the audit log of who imported it. */
export function recordOf({ data, ...entry }: RecordedImport): ImportSetup<unknown>['onEnd'] {
  return async (prisma, brandId, counts) => {
    const execute = (text: string, values: readonly unknown[]) => prisma.$executeRawUnsafe(text, ...values);
    await announceImport(execute, brandId, data, counts);
    await appendToAuditLog(prisma, { ...entry, brandId, detail: counts });
  };
}
