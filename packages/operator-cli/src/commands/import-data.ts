import { basename } from 'node:path';
import type { AuditAction } from '@callside/schemas';
import {
  announceImport,
  createStockTarget,
  type ImportDatabase,
  type ImportedData,
  type ImportKind,
  type ImportTarget,
  layoutsOf,
  type ShopFormat,
  shopFormats,
} from '@callside/shop-data';
import { type Command, Option } from 'commander';
import { recordAudit } from '../audit-log.ts';
import type { Brand } from '../brand.ts';
import type { CommandContext } from '../command-context.ts';
import { dryRunOption, type ImportOptions, type ImportSetup, importOnRecord } from './import-on-record.ts';
import { addSourceOptions } from './source-option-flags.ts';

export interface DataImport<Row> {
  description: string;
  /** The columns of the file. */
  columns: string;
  help: string;
  kind: ImportKind;
  data: ImportedData;
  action: AuditAction;
  /** Additional flags with their descriptions; createTarget receives the given ones. */
  flags?: Readonly<Record<string, string>>;
  createTarget: (database: ImportDatabase, brand: Brand, flags: ReadonlySet<string>) => ImportTarget<Row>;
}

interface DataImportOptions extends ImportOptions {
  format?: ShopFormat;
}

/** Adds the subcommand `import` to a group of data that the recommender loads. */
export function registerDataImport<Row>(
  group: Command,
  context: CommandContext,
  { description, columns, help, kind, data, action, flags = {}, createTarget }: DataImport<Row>,
): void {
  const command = group
    .command('import')
    .description(description)
    .argument('<file>', `CSV with a header, or NDJSON (.ndjson, .jsonl), with ${columns}`)
    .requiredOption('--brand <slug>', 'the brand')
    .option(...dryRunOption)
    .addOption(new Option('--format <shop>', 'the file is an export of this shop system').choices(shopFormats));
  addSourceOptions(command);
  for (const [name, meaning] of Object.entries(flags)) command.option(`--${name}`, meaning);
  command
    .addHelpText('after', help)
    .action(async (file: string, options: DataImportOptions & Readonly<Record<string, unknown>>) => {
      const { format } = options;
      const given = new Set(Object.keys(flags).filter((name) => options[name] === true));
      const setup: ImportSetup<Row> = {
        createTarget: (database, brand) => createTarget(database, brand, given),
        onEnd: recordOf(basename(file), data, action),
        layouts: format && layoutsOf(format, kind, context.now()),
        isComplete: given.has('complete'),
      };
      const stock = format && kind === 'catalogue' ? stockSetup(basename(file), format, context.now()) : undefined;
      await importOnRecord(context, file, options, { setup, stock });
    });
}

/** The stock levels in a shop's product export. */
export function stockSetup(subject: string, format: ShopFormat, now: Date): ImportSetup<unknown> {
  return {
    createTarget: ({ query }, brand) => createStockTarget(query, brand.id) as ImportTarget<unknown>,
    onEnd: recordOf(subject, 'stock', 'stock.import'),
    layouts: layoutsOf(format, 'stock', now),
  };
}

export function recordOf(subject: string, data: ImportedData, action: AuditAction): ImportSetup<unknown>['onEnd'] {
  return async (prisma, brandId, counts) => {
    const execute = (text: string, values: readonly unknown[]) => prisma.$executeRawUnsafe(text, ...values);
    await announceImport(execute, brandId, data, counts);
    await recordAudit(prisma, { brandId, action, subject, detail: counts });
  };
}
