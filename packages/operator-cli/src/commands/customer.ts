import type { ErasureView } from '@callside/schemas';
import { type CustomerName, eraseCustomer } from '@callside/shop-data';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { actingOperator } from '../audit-log.ts';
import { findBrand } from '../brand.ts';
import { commandOfBrand } from '../brand-work.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { OperatorError, ReportedFailure } from '../operator-error.ts';
import { printable } from '../table.ts';
import { registerObjectionCommands } from './objection.ts';

interface EraseOptions {
  brand: string;
  phone?: string;
  customerId?: string;
  yes?: boolean;
  dryRun?: boolean;
}

export function registerCustomerCommands(program: Command, context: CommandContext): void {
  const customer = program.command('customer').description('the customers of a brand');
  registerObjectionCommands(customer, context);

  commandOfBrand(customer, 'erase')
    .description('delete everything of a customer: orders, calls, transcripts, offers and sales')
    .addOption(
      new Option('--phone <number>', 'every customer who has this number')
        .argParser(argument.text)
        .conflicts('customerId'),
    )
    .addOption(
      new Option('--customer-id <code>', 'the customer with this customer code').argParser(argument.customerCode),
    )
    .option('--yes', 'also if several customers have the number: delete them all')
    .option('--dry-run', 'only count what would be deleted')
    .addHelpText(
      'after',
      `
Rows of the event log stay, without number, code and metadata. A live call is kept: run the command again after the call.
Running it again is harmless. An import of a file that still has the customer restores the orders. A number is found in whatever way it
was written, also with an extension. What is left is named with the reason. An objection to offers stays in force, as a hash.

Examples:
  callside customer erase --brand acme --phone +14155552671 --dry-run
  callside customer erase --brand acme --customer-id 0042`,
    )
    .action(async ({ brand: slug, dryRun = false, yes: all = false, ...options }: EraseOptions) => {
      const name = nameOf(options);
      const erased = await withDatabase(context, async (database) => {
        const brand = await findBrand(database.prisma, slug);
        return eraseCustomer(database, brand, name, { dryRun, all, acting: actingOperator() });
      });
      const report = { ...erased, left: erased.left.map(inWords) };
      await context.output().result(report, () => describe(report));
      if (!dryRun && report.live_calls > 0) {
        throw new ReportedFailure('the customer is on a call, which was kept; run the command again when it is over');
      }
    });
}

function nameOf({ phone, customerId }: Pick<EraseOptions, 'phone' | 'customerId'>): CustomerName {
  if (phone !== undefined) return { phone };
  if (customerId !== undefined) return { customerId };
  throw new OperatorError('no customer is named', { code: 'usage', hint: 'give --phone or --customer-id' });
}

/** What is still on file, and why. */
function inWords({ kind, number, count }: ErasureView['left'][number]) {
  switch (kind) {
    case 'live_calls':
      return {
        what: 'live calls with their events',
        count,
        reason: 'the call goes on: run the command again when it is over',
      };
    case 'other_number':
      return {
        what: `the number ${number}`,
        count,
        reason: 'it contains the digits, and others: --phone with exactly this text deletes it',
      };
    case 'shared_number':
      return {
        what: `calls with the number ${number}`,
        count,
        reason: 'other customers share the number, and these calls name none of them',
      };
  }
}

type ReportInWords = Omit<ErasureView, 'left'> & { left: ReturnType<typeof inWords>[] };

function describe({ dry_run, live_calls, found, left, ...counts }: ReportInWords): string {
  const head = dry_run ? 'Would delete (nothing was changed):' : 'Deleted:';
  const lines = Object.entries({ ...counts, live_calls }).map(([name, count]) => {
    const note = name === 'call_events' ? ', emptied and kept' : name === 'live_calls' ? ', kept' : '';
    return `  ${name.replaceAll('_', ' ')}: ${count}${note}`;
  });
  const people = found.map(
    ({ customer_id, name }) => `  customer ${customer_id ?? 'without a code'}${name ? `: ${name}` : ''}`,
  );
  const rest = left.map(({ what, count, reason }) => `  ${what} (${count}): ${reason}`);
  return [head, ...people, ...lines, ...(rest.length > 0 ? ['Left:', ...rest] : [])].map(printable).join('\n');
}
