import { createOrderTarget } from '@callside/shop-data';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { registerDataImport } from './import-data.ts';

export function registerOrdersCommands(program: Command, context: CommandContext): void {
  registerDataImport(program.command('orders').description('what customers bought'), context, {
    description: 'add order lines and their customers from a file; running it again changes nothing',
    columns:
      'phone, sku, order_date and perhaps product_title, qty, unit_price, order_id, customer_id and customer_name',
    help: `
Lines are told apart by customer, order_date (YYYY-MM-DD), sku and order_id; a known line takes over another qty, unit_price or
product_title, and keeps what the row leaves empty. qty is 1 when it is empty.

The customer is the one of customer_id or, without it, of the phone number, and is created when unknown. A missing number or
name is filled in; another name replaces the old one. A number is ten digits, however separated, with or without the 1 of
the United States; in other countries national and international forms of a number as well. 0000000000 is no number and
needs a customer_id.

With --format, orders that were cancelled or refunded completely are left out; \`callside returns import\` takes them back from the
same file.

Examples:
  callside orders import orders.csv --brand acme
  callside orders import orders_export.csv --brand acme --format shopify`,
    kind: 'orders',
    data: 'orders',
    action: 'orders.import',
    createTarget: (database, brand) => createOrderTarget(database, brand),
  });
}
