import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { registerDataImport } from './import-data.ts';

export function registerCatalogCommands(program: Command, context: CommandContext): void {
  registerImport(program.command('catalog').description('products that may be offered'), context);
  // The other spelling is accepted, and not shown.
  registerImport(program.command('catalogue', { hidden: true }), context);
}

function registerImport(group: Command, context: CommandContext): void {
  registerDataImport(group, context, {
    description: 'add and change products from a file; running it again changes nothing',
    columns: 'sku, title, web_price, article_type and optionally size, unit_cost and further columns',
    help: `
A product is identified by its SKU, of any 1 to 120 printable characters: "007" and "7" are two products. A row replaces all earlier data of its
product: an empty size makes it unsized. unit_cost is what one unit costs the shop; reps and callers never see it. Further columns, such
as metal or brand, are kept as attributes that the ranking may use.
Products that are missing in the file are unchanged; with --complete they are retired. Those that a shop's export has as drafts, hidden or
without a price are retired without it. A retired product is not offered, its past
purchases still count, and a later row ends its retirement. The product of a rejected row is not retired. If a rejected row has no
readable SKU, --complete retires nothing. While an import with --complete runs, another one of the same brand is refused.

Examples:
  callside catalog import catalog.csv --brand acme
  echo '{"sku": 1001, "title": "Gold ring", "web_price": 249.5, "article_type": "ring", "size": 7}' > one.ndjson
  callside catalog import one.ndjson --brand acme
  callside catalog import all.csv --brand acme --complete --dry-run
  callside catalog import products_export.csv --brand acme --format shopify
  callside catalog import products.csv --brand acme --map sku=Variant_SKU,web_price="Variant Price"

With --format the stock levels of the file are imported as well. docs/imports.md lists the columns of the shop systems.`,
    kind: 'catalogue',
    complete: 'the file has all products: products that are missing in it are retired',
  });
}
