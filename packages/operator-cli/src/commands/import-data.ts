import { basename } from 'node:path';
import type { Command } from 'commander';
import { type AuditAction, recordAudit } from '../audit-log.ts';
import type { Brand } from '../brand.ts';
import type { CommandContext } from '../command-context.ts';
import { announceImport, type ImportedData } from '../data-version.ts';
import type { ImportTarget } from '../import/import-rows.ts';
import type { ImportDatabase } from '../import/rehearsal.ts';
import { dryRunOption, type ImportOptions, importOnRecord } from './import-on-record.ts';

export interface DataImport<Row> {
  description: string;
  /** The columns of the file. */
  columns: string;
  help: string;
  data: ImportedData;
  action: AuditAction;
  /** Additional flags with their descriptions; createTarget receives the given ones. */
  flags?: Readonly<Record<string, string>>;
  createTarget: (database: ImportDatabase, brand: Brand, flags: ReadonlySet<string>) => ImportTarget<Row>;
}

/** Adds the subcommand `import` to a group of data that the recommender loads. */
export function registerDataImport<Row>(
  group: Command,
  context: CommandContext,
  { description, columns, help, data, action, flags = {}, createTarget }: DataImport<Row>,
): void {
  const command = group
    .command('import')
    .description(description)
    .argument('<file>', `CSV with a header, or NDJSON (.ndjson, .jsonl), with ${columns}`)
    .requiredOption('--brand <slug>', 'the brand')
    .option(...dryRunOption);
  for (const [name, meaning] of Object.entries(flags)) command.option(`--${name}`, meaning);
  command
    .addHelpText('after', help)
    .action(async (file: string, options: ImportOptions & Readonly<Record<string, unknown>>) => {
      await importOnRecord(context, file, options, {
        createTarget: (database, brand) =>
          createTarget(database, brand, new Set(Object.keys(flags).filter((name) => options[name] === true))),
        onEnd: async (query, brandId, counts) => {
          await announceImport(query, brandId, data, counts);
          await recordAudit(query, { brandId, action, subject: basename(file), detail: { ...counts } });
        },
      });
    });
}
