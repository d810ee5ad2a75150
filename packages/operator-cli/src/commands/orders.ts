import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { registerDataImport } from './import-data.ts';

export function registerOrdersCommands(program: Command, context: CommandContext): void {
  registerDataImport(program.command('orders').description('what customers bought'), context, {
    description: 'add order lines and their customers from a file; running it again changes nothing',
    columns:
      'phone, sku, order_date and optionally product_title, qty, unit_price, order_id, customer_id, customer_name and objects',
    help: `
A line is identified by customer, order_date (YYYY-MM-DD), sku and order_id. A row updates qty, unit_price and product_title of a
known line; an empty unit_price or product_title changes nothing. An empty qty is 1. The qty of several rows of one sku and order_id in a
file add up.

The customer is identified by customer_id or, without it, by the phone number, and is created when unknown. A missing number or
name is added; another name replaces the old one, and another number is not stored. A number has ten digits with any separators, with or
without the 1 of the United States; in other countries, national and international forms are read as well. An empty cell, 0000000000 or N/A
is no number and needs a customer_id.

With --format, orders that were cancelled or refunded completely are left out; \`callside returns import\` of the same file
marks their lines as returned.

Examples:
  callside orders import orders.csv --brand acme
  callside orders import orders_export.csv --brand acme --format shopify`,
    kind: 'orders',
  });
}
