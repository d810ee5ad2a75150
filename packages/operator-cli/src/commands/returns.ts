import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { registerDataImport } from './import-data.ts';

export function registerReturnsCommands(program: Command, context: CommandContext): void {
  registerDataImport(program.command('returns').description('what customers sent back'), context, {
    description: 'mark order lines as returned from a file; running it again changes nothing',
    columns: 'order_line_id, or phone or customer_id with sku and order_date and optionally order_id',
    help: `
order_line_id is that of a confirmed purchase; the order line of the same number, SKU and day is marked as well. Without it the line
is found by customer, sku and order_date. A row that matches no line or several lines is rejected; add order_id or customer_id to
distinguish lines. A returned line stays on file, but opens no size and does not count in the ranking.

Examples:
  callside returns import returns.csv --brand acme
  callside returns import orders_export.csv --brand acme --format shopify`,
    kind: 'returns',
  });
}
