import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { createCatalogueTarget } from '../import/catalogue-target.ts';
import { registerDataImport } from './import-data.ts';

export function registerCatalogCommands(program: Command, context: CommandContext): void {
  registerDataImport(program.command('catalog').description('products that may be offered'), context, {
    description: 'add and change products from a file; running it again changes nothing',
    columns: 'sku, title, web_price, article_type and perhaps size and further columns',
    help: `
Products are told apart by SKU, which is digits: "007" and "7" are two. A row replaces all that was known of its product: an
empty size makes it unsized. Further columns, such as metal or brand, are kept as attributes that the ranking may use.
Products that the file lacks stay; what must not be offered has no stock.

Examples:
  callside catalog import catalog.csv --brand acme
  echo '{"sku": 1001, "title": "Gold ring", "web_price": 249.5, "article_type": "ring", "size": 7}' > one.ndjson
  callside catalog import one.ndjson --brand acme`,
    data: 'catalogue',
    action: 'catalog.import',
    createTarget: ({ query }, brand) => createCatalogueTarget(query, brand.id),
  });
}
