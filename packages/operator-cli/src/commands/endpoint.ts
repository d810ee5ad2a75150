import {
  addAuditedEndpoint,
  listEndpoints,
  mostEndpoints,
  problemOfAddress,
  removeAuditedEndpoint,
  resendAudited,
} from '@callside/auth';
import type { Prisma } from '@callside/database';
import { type EndpointEvent, endpointEvents } from '@callside/schemas';
import { isUuid, onOff } from '@callside/service-kit';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import * as argument from '../arguments.ts';
import { actingOperator } from '../audit-log.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';
import { formatTable, printable } from '../table.ts';

interface AddOptions {
  brand: string;
  url: string;
  events: EndpointEvent[];
}

interface IdOptions extends DryRunOption {
  brand: string;
  id: string;
}

export function registerEndpointCommands(program: Command, context: CommandContext): void {
  const endpoint = program.command('endpoint').description('receivers of the events of a brand, such as a CRM');
  registerAdd(endpoint, context);
  registerList(endpoint, context);
  registerRemove(endpoint, context);
  registerResend(endpoint, context);
}

function registerAdd(endpoint: Command, context: CommandContext): void {
  commandOfBrand(endpoint, 'add')
    .description('send events from now on to an address, signed with a secret that is shown this once')
    .requiredOption('--url <address>', 'where they go, https://', argument.text)
    .requiredOption('--events <list>', `separated by commas, of ${endpointEvents.join(', ')}`, events)
    .addHelpText(
      'after',
      `
Deliveries are signed as Standard Webhooks say, arrive at least once, and are retried for a day. docs/endpoints.md has their form. Private
addresses and http:// need ENDPOINTS_ALLOW_PRIVATE=true, here and in call-events. The secret is stored encrypted with a key derived from
SECRETS_KEY (default: SESSION_SECRET), which must be that of the service.

Example:
  callside endpoint add --brand acme --url https://crm.example.com/callside --events call.started,call.completed`,
    )
    .action(async ({ url, events, ...options }: AddOptions) => {
      const setting = context.settings.check(z.object({ ENDPOINTS_ALLOW_PRIVATE: onOff }));
      if (!setting.ok) throw new OperatorError(setting.problems.join('; '), { code: 'setting' });
      const problem = problemOfAddress(url, { allowPrivate: setting.value.ENDPOINTS_ALLOW_PRIVATE });
      if (problem !== null) throw new OperatorError(`the address is refused: ${problem}`, { code: 'usage' });
      const box = context.settings.secretBox();
      await printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const added = await addAuditedEndpoint(transaction, { brandId, url, events, ...actingOperator() }, box);
          if (added !== 'full') return added;
          throw new OperatorError(`the brand ${slug} has ${mostEndpoints} endpoints, and cannot have more`, {
            code: 'conflict',
            hint: '`callside endpoint remove` removes one',
          });
        },
        text: ({ id, secret }) => `${id}\nSecret, shown this once: ${secret}`,
      });
    });
}

function registerList(endpoint: Command, context: CommandContext): void {
  commandOfBrand(endpoint, 'list')
    .description('show the endpoints of a brand, without their secrets')
    .addHelpText('after', '\nExample:\n  callside endpoint list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: ({ prisma }, { id }) => listEndpoints(prisma, id),
        text: (list) =>
          list.length === 0
            ? 'There is no endpoint yet; `callside endpoint add --help` shows how to add one.'
            : formatTable(
                ['ID', 'ADDRESS', 'EVENTS', 'STATE', 'WAITING', 'FAILED'],
                list.map(({ id, url, events, state, waiting, failed }) => [
                  id,
                  printable(url),
                  events.join(' '),
                  state,
                  String(waiting),
                  String(failed),
                ]),
              ),
      }),
    );
}

function registerRemove(endpoint: Command, context: CommandContext): void {
  commandOfBrand(endpoint, 'remove')
    .description('send nothing more to an endpoint, and forget its secret and its log')
    .requiredOption('--id <id>', 'as `endpoint list` shows it', argument.text)
    .option(...dryRunChange)
    .addHelpText(
      'after',
      '\nExample:\n  callside endpoint remove --brand acme --id 5b0f3c1e-9a57-4c0e-8d43-6f1d2a7b9c10',
    )
    .action((options: IdOptions) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const { id } = options;
          const isRemoved =
            isUuid(id) && (await removeAuditedEndpoint(transaction, { brandId, id, ...actingOperator() }));
          if (!isRemoved) throw unknown(slug, id);
          return { id, removed: true };
        },
        text: ({ id }) => `Nothing more is sent to ${id}`,
      }),
    );
}

function registerResend(endpoint: Command, context: CommandContext): void {
  commandOfBrand(endpoint, 'resend')
    .description('send again what waits or was given up, or one delivery; an endpoint that is off is on again')
    .requiredOption('--id <id>', 'of an endpoint, or the webhook-id of one delivery', argument.text)
    .option(...dryRunChange)
    .addHelpText(
      'after',
      '\nExample:\n  callside endpoint resend --brand acme --id 5b0f3c1e-9a57-4c0e-8d43-6f1d2a7b9c10',
    )
    .action((options: IdOptions) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const which = await findNamed(transaction, brandId, options.id);
          const resent = which && (await resendAudited(transaction, { brandId, ...which, ...actingOperator() }));
          if (which === null || resent === null) throw unknown(slug, options.id);
          return { id: which.id, resent };
        },
        text: ({ id, resent }) => `${resent} ${resent === 1 ? 'delivery is' : 'deliveries are'} sent again to ${id}`,
      }),
    );
}

async function findNamed(
  transaction: Prisma.TransactionClient,
  brandId: string,
  id: string,
): Promise<{ id: string; delivery: string | null } | null> {
  if (isUuid(id)) return { id, delivery: null };
  const delivery = await transaction.endpointDelivery.findFirst({ where: { id, endpoint: { brandId } } });
  return delivery && { id: delivery.endpointId, delivery: delivery.id };
}

function unknown(slug: string, id: string): OperatorError {
  return new OperatorError(printable(`${slug} has no endpoint or delivery ${id}`), {
    code: 'not_found',
    hint: '`callside endpoint list` shows its endpoints',
  });
}

function events(value: string): EndpointEvent[] {
  const names = value.split(',').map((name) => name.trim());
  const known = endpointEvents.filter((event) => names.includes(event));
  if (names.every((name) => endpointEvents.some((event) => event === name))) return known;
  throw new InvalidArgumentError(`It must be a list of ${endpointEvents.join(', ')}.`);
}
