import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { registerDataImport } from './import-data.ts';

export function registerStockCommands(program: Command, context: CommandContext): void {
  registerDataImport(program.command('stock').description('units on hand of each product'), context, {
    description: 'set stock levels from a file; running it again changes nothing',
    columns: 'sku and on_hand',
    help: `
on_hand is a number, rounded down, or words such as "sold out"; 0 and less (oversold) is out of stock, as is a product without a level. Levels of products that
the catalogue does not have yet are kept until it has them. Products that are missing in the file keep their level. Running services
use the new levels within seconds.

Examples:
  callside stock import stock.csv --brand acme
  callside stock import inventory_export.csv --brand acme --format shopify`,
    kind: 'stock',
  });
}
