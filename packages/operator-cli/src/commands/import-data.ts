import { basename } from 'node:path';
import { type ImportKind, importsOf, type ShopFormat, shopFormats } from '@callside/shop-data';
import { type Command, Option } from 'commander';
import { actingOperator } from '../audit-log.ts';
import { commandOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { dryRunOption, type ImportOptions, importAndPrint } from './import-and-print.ts';
import { addSourceOptions } from './source-option-flags.ts';

export interface DataImport {
  description: string;
  /** The columns of the file. */
  columns: string;
  help: string;
  kind: ImportKind;
  /** What the option `--complete` means; absent: there is none. */
  complete?: string;
}

interface DataImportOptions extends ImportOptions {
  format?: ShopFormat;
  complete?: true;
}

/** Adds the subcommand `import` to a group of data that the recommender loads. */
export function registerDataImport(
  group: Command,
  context: CommandContext,
  { description, columns, help, kind, complete }: DataImport,
): void {
  const command = commandOfBrand(group, 'import')
    .description(description)
    .argument('<file>', `CSV with a header, or NDJSON (.ndjson, .jsonl), with ${columns}`)
    .option(...dryRunOption)
    .addOption(new Option('--format <shop>', 'the file is an export of this shop system').choices(shopFormats));
  addSourceOptions(command);
  if (complete !== undefined) command.option('--complete', complete);
  command.addHelpText('after', help).action(async (file: string, options: DataImportOptions) => {
    const imports = importsOf({
      kind,
      format: options.format,
      complete: options.complete === true,
      subject: basename(file),
      acting: actingOperator(),
      now: context.now(),
      sizedTypes: context.settings.sizedArticleTypes(),
    });
    await importAndPrint(context, file, options, imports);
  });
}
