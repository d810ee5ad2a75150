import type { Prisma } from '@callside/database';
import { type Brand, findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { importFile } from '../import/import-file.ts';
import { describeReport, type ImportCounts, type ImportReport } from '../import/import-report.ts';
import type { ImportTarget } from '../import/import-rows.ts';
import { type ImportDatabase, runInDryRun } from '../import/rehearsal.ts';
import { withInterruption } from '../interruption.ts';
import { ReportedFailure } from '../operator-error.ts';

export interface ImportOptions {
  brand: string;
  dryRun?: true;
}

interface ImportOrder<Row> {
  createTarget: (database: ImportDatabase, brand: Brand) => ImportTarget<Row>;
  /** Records what was written, in one transaction; also after an import that ended early. */
  onEnd: (prisma: Prisma.TransactionClient, brandId: string, counts: ImportCounts) => Promise<void>;
}

export const dryRunOption = ['--dry-run', 'write nothing, print the counts that the import would have'] as const;

/** Imports a file into a brand and prints the counts. After SIGINT or SIGTERM it prints what was written until then. */
export async function importOnRecord<Row>(
  context: CommandContext,
  file: string,
  { brand: slug, dryRun }: ImportOptions,
  { createTarget, onEnd }: ImportOrder<Row>,
): Promise<void> {
  const output = context.output();
  const report = await withInterruption((signal) =>
    withDatabase(context, async (database) => {
      const brand = await findBrand(database.prisma, slug);
      if (dryRun) {
        return runInDryRun(database, async (rehearsal) => {
          const target = createTarget(rehearsal, brand);
          return { ...(await importFile(file, target, { output, signal, onEnd: async () => {} })), dry_run: true };
        });
      }
      return importFile(file, createTarget(database, brand), {
        output,
        signal,
        onEnd: (counts) => database.prisma.$transaction((transaction) => onEnd(transaction, brand.id, counts)),
      });
    }),
  );
  await output.result(report, () => `${dryRun ? 'Nothing is written. It would be: ' : ''}${describeReport(report)}`);
  requireSuccess(report, dryRun);
}

function requireSuccess(report: ImportReport, dryRun: boolean | undefined): void {
  const { inserted, updated, unchanged, rejected, interrupted } = report;
  if (interrupted) {
    const rest = dryRun ? 'nothing is written' : 'what is counted is written, importing the file again adds the rest';
    throw new ReportedFailure(`interrupted; ${rest}`, { code: 'interrupted' });
  }
  if (rejected > 0 && inserted + updated + unchanged === 0) throw new ReportedFailure('every row was rejected');
}
