import { basename } from 'node:path';
import type { Database } from '@callside/database';
import type { Command } from 'commander';
import { type AuditAction, recordAudit } from '../audit-log.ts';
import { type Brand, findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { announceImport, type ImportedData } from '../data-version.ts';
import { importFile } from '../import/import-file.ts';
import { describeReport } from '../import/import-report.ts';
import type { ImportTarget } from '../import/import-rows.ts';

export interface DataImport<Row> {
  description: string;
  /** Which columns the file has. */
  columns: string;
  help: string;
  data: ImportedData;
  action: AuditAction;
  createTarget: (database: Database, brand: Brand) => ImportTarget<Row>;
}

/** Adds the subcommand `import` of a group whose rows the recommender loads. */
export function registerDataImport<Row>(
  group: Command,
  context: CommandContext,
  { description, columns, help, data, action, createTarget }: DataImport<Row>,
): void {
  group
    .command('import')
    .description(description)
    .argument('<file>', `CSV with a header, or NDJSON (.ndjson, .jsonl), with ${columns}`)
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText('after', help)
    .action(async (file: string, options: { brand: string }) => {
      const output = context.output();
      const report = await withDatabase(context, async (database) => {
        const brand = await findBrand(database.query, options.brand);
        return importFile(file, createTarget(database, brand), {
          output,
          onEnd: async (counts) => {
            await announceImport(database.query, brand.id, data, counts);
            await recordAudit(database.query, { brandId: brand.id, action, subject: basename(file), detail: counts });
          },
        });
      });
      await output.result(report, () => describeReport(report));
    });
}
