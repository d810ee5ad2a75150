import { queryWithin } from '@callside/database';
import {
  clearObjection,
  listObjections,
  type ObjectionSubject,
  readCustomerPhone,
  type StoredObjection,
  setObjections,
} from '@callside/shop-data';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import type { Brand } from '../brand.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';
import { formatTable, printable } from '../table.ts';

interface SubjectOptions extends DryRunOption {
  brand: string;
  phone?: string;
  customerId?: string;
}

export function registerObjectionCommands(customer: Command, context: CommandContext): void {
  const objection = customer.command('objection').description('customers and numbers that want no offers');

  withSubject(commandOfBrand(objection, 'set'))
    .description('make no more offers to a customer or a number, on any channel')
    .addHelpText(
      'after',
      `
A number need not belong to a customer. An objection is in force within five seconds, and the orders and calls of who objects are left out
of training. It outlives the erasure of the customer: a hash stays, and neither the number nor the code.

Examples:
  callside customer objection set --brand acme --phone +14155552671
  callside customer objection set --brand acme --customer-id 0042`,
    )
    .action((options: SubjectOptions) => change(context, options, true));

  withSubject(commandOfBrand(objection, 'clear'))
    .description('make offers again: the objections of the customer and of the number are taken back')
    .addHelpText('after', '\nExample:\n  callside customer objection clear --brand acme --phone +14155552671')
    .action((options: SubjectOptions) => change(context, options, false));

  commandOfBrand(objection, 'list')
    .description('show who wants no offers')
    .addHelpText('after', '\nExample:\n  callside customer objection list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ query }, { id }) => (await listObjections(query, id)).map(toListed),
        text: describeAll,
      }),
    );
}

function withSubject(command: Command): Command {
  return command
    .addOption(new Option('--phone <number>', 'the number').argParser(argument.text).conflicts('customerId'))
    .addOption(
      new Option('--customer-id <code>', 'the customer with this customer code').argParser(argument.customerCode),
    )
    .option(...dryRunChange);
}

function change(context: CommandContext, options: SubjectOptions, objects: boolean): Promise<void> {
  return printChangeOfBrand(context, options, {
    change: async (transaction, brand) => {
      const subject = subjectOf(options, brand);
      const query = queryWithin(transaction);
      const count = objects
        ? await setObjections(query, brand.id, [subject])
        : await clearObjection(query, brand.id, subject);
      // No number and no code: the audit log would keep them after an erasure.
      const detail = { by: subject.customerId === null ? 'phone' : 'customer_id' };
      const action = objects ? 'objection.set' : 'objection.clear';
      if (count > 0) await recordAudit(transaction, { brandId: brand.id, action, subject: brand.id, detail });
      const { phoneNumber: phone, customerId: customer_id } = subject;
      return { brand: brand.slug, phone, customer_id, objects, changed: count > 0 };
    },
    text: ({ phone, customer_id, changed }) => {
      const who = customer_id === null ? String(phone) : `customer ${customer_id}`;
      return printable(`${who} ${objects ? 'gets no offers' : 'may get offers'}${changed ? '' : ', as before'}`);
    },
  });
}

function subjectOf({ phone, customerId }: SubjectOptions, { country }: Brand): ObjectionSubject {
  if (customerId !== undefined) return { customerId, phoneNumber: null };
  if (phone === undefined) {
    throw new OperatorError('no customer is named', { code: 'usage', hint: 'give --phone or --customer-id' });
  }
  const phoneNumber = readCustomerPhone(phone, country);
  if (phoneNumber === undefined || phoneNumber === 'nobody') {
    throw new OperatorError(`${JSON.stringify(phone)} is no telephone number of a customer`, {
      code: 'usage',
      hint: 'give it as +14155552671 or as people write it in the country of the brand',
    });
  }
  return { customerId: null, phoneNumber };
}

function toListed({ customerId, phoneNumber, since }: StoredObjection) {
  return { phone: phoneNumber, customer_id: customerId, since: since.toISOString() };
}

function describeAll(objections: readonly ReturnType<typeof toListed>[]): string {
  if (objections.length === 0) return 'Nobody has objected to offers.';
  return formatTable(
    ['NUMBER', 'CUSTOMER', 'SINCE'],
    objections.map(({ phone, customer_id, since }) =>
      phone === null && customer_id === null ? ['erased', 'erased', since] : [phone ?? '', customer_id ?? '', since],
    ),
  );
}
