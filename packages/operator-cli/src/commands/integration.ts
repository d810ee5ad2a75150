import { removeAuditedIntegration, setAuditedIntegration } from '@callside/auth';
import { type Adapter, adapters, findAdapter, problemOfSecret, queryNaming } from '@callside/dialler-adapters';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as argument from '../arguments.ts';
import { actingOperator } from '../audit-log.ts';
import type { Brand } from '../brand.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { hostAddress } from '../host-address.ts';
import { OperatorError } from '../operator-error.ts';
import { readSecretFile } from '../secret-file.ts';
import { formatInstant, formatTable, printable } from '../table.ts';

interface PlatformOptions {
  brand: string;
  platform: Adapter;
}

interface SetOptions extends PlatformOptions, DryRunOption {
  secretFile?: string;
  agent?: string;
  customer?: string;
}

export function registerIntegrationCommands(program: Command, context: CommandContext): void {
  const integration = program
    .command('integration')
    .description('telephony platforms that post their own payloads to a brand');
  registerSet(integration, context);
  registerList(integration, context);
  registerRemove(integration, context);
}

function registerSet(integration: Command, context: CommandContext): void {
  commandOfBrand(integration, 'set')
    .description('accept the payloads of a platform, and print the address to enter there')
    .addOption(platformOption())
    .option('--secret-file <file>', 'a file with the secret that the platform signs with, if it signs')
    .addOption(
      new Option(
        '--agent <name>',
        'print the address for the calls of this agent, an e-mail address or an alias',
      ).argParser(argument.text),
    )
    .addOption(
      new Option('--customer <text>', 'and `customer` in it: a number, or for Twilio `from` or `to`').argParser(
        argument.text,
      ),
    )
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
${platformsHelp()}

The secret is stored encrypted with a key derived from SECRETS_KEY (default: SESSION_SECRET), which must be that of the service. A
platform that signs nothing sends a key of \`callside key issue --feature call-events\`: in X-API-Key, as a bearer token, or as the
password of HTTP Basic. A change takes effect within a second. docs/integrations.md explains each platform.

An address with --agent has a token where the platform does not sign the address itself: another agent or customer needs another one.
Without --secret-file it is made with the secret that is stored.

Examples:
  callside integration set --brand acme --platform twilio --secret-file auth-token.txt
  callside integration set --brand acme --platform vonage --agent rep@acme.example --customer 447700900123`,
    )
    .action(async (options: SetOptions) => {
      const { platform: adapter, agent, customer } = options;
      if (customer !== undefined && agent === undefined) {
        throw new OperatorError('--customer is of the calls of an agent', { code: 'usage', hint: 'give --agent too' });
      }
      const given = await readGivenSecret(adapter, options.secretFile);
      await printChangeOfBrand(context, options, {
        change: async (transaction, brand) => {
          const key = { brandId: brand.id, platform: adapter.platform };
          const stored = await transaction.integration.findUnique({ where: { brandId_platform: key } });
          const isKept = agent !== undefined && given === null && stored !== null;
          const secret = isKept ? openSecret(stored, context) : given;
          if (problemOfSecret(adapter, secret) === 'missing') throw missingSecret(adapter);
          if (!isKept) {
            const secretSealed = secret === null ? null : context.settings.secretBox().seal(secret);
            const change = { ...key, secretSealed, updatedAt: context.now() };
            await setAuditedIntegration(transaction, { ...change, ...actingOperator() });
          }
          const query = agent === undefined ? '' : `?${queryNaming({ agent, customer }, adapter, secret)}`;
          return { platform: adapter.platform, url: addressOf(brand, adapter.platform, context) + query };
        },
        text: ({ url }) => printable(`Enter this address at ${adapter.name}: ${url}`),
      });
    });
}

function registerList(integration: Command, context: CommandContext): void {
  commandOfBrand(integration, 'list')
    .description('show the platforms of a brand, without their secrets')
    .addHelpText('after', '\nExample:\n  callside integration list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma }, brand) => {
          const rows = await prisma.integration.findMany({
            where: { brandId: brand.id },
            orderBy: { platform: 'asc' },
            omit: { brandId: true, lastAccepted: true, lastRefused: true },
          });
          return rows.map(({ platform, secretSealed, updatedAt }) => ({
            platform,
            url: addressOf(brand, platform, context),
            authentication: secretSealed === null ? 'key' : 'signature',
            support: findAdapter(platform)?.support ?? null,
            updated_at: updatedAt.toISOString(),
          }));
        },
        text: (list) =>
          list.length === 0
            ? 'There is no platform yet; `callside integration set --help` shows how to add one.'
            : formatTable(
                ['PLATFORM', 'ADDRESS', 'AUTHENTICATION', 'SUPPORT', 'SET'],
                list.map(({ platform, url, authentication, support, updated_at }) => [
                  platform,
                  url,
                  authentication,
                  support ?? 'unknown',
                  formatInstant(updated_at),
                ]),
              ),
      }),
    );
}

function registerRemove(integration: Command, context: CommandContext): void {
  commandOfBrand(integration, 'remove')
    .description('stop accepting payloads of a platform')
    .addOption(platformOption())
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside integration remove --brand acme --platform twilio --dry-run')
    .action((options: PlatformOptions & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const { platform } = options.platform;
          if (!(await removeAuditedIntegration(transaction, { brandId, platform, ...actingOperator() }))) {
            const hint = '`callside integration list` shows its integrations';
            throw new OperatorError(`${slug} has no integration with ${platform}`, { code: 'not_found', hint });
          }
          return { platform, removed: true };
        },
        text: ({ platform }) => printable(`Payloads of ${platform} are refused from now on`),
      }),
    );
}

function platformOption(): Option {
  return new Option('--platform <name>', 'the platform').makeOptionMandatory().argParser((value: string) => {
    const adapter = findAdapter(value.trim().toLowerCase());
    if (adapter !== undefined) return adapter;
    throw new InvalidArgumentError(`It must be one of ${adapters.map(({ platform }) => platform).join(', ')}.`);
  });
}

function platformsHelp(): string {
  return formatTable(
    ['PLATFORM', 'NAME', 'SUPPORT', 'SECRET'],
    adapters.map(({ platform, name, support, authentication }) => [
      platform,
      name,
      support,
      authentication.kind === 'key' ? 'none: it sends a key' : authentication.secret,
    ]),
  );
}

/** null: none was given. */
async function readGivenSecret({ name, authentication }: Adapter, file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  if (authentication.kind === 'signature') {
    return readSecretFile({ path: file, option: '--secret-file' }, `the ${authentication.secret}`);
  }
  throw new OperatorError(`${name} signs nothing, so there is no secret to store`, {
    code: 'usage',
    hint: 'leave --secret-file out; the platform sends a key of `callside key issue --feature call-events`',
  });
}

function missingSecret({ name, authentication }: Adapter): OperatorError {
  const what = authentication.kind === 'signature' ? authentication.secret : 'secret';
  return new OperatorError(`${name} signs its requests, and its secret is missing`, {
    code: 'usage',
    hint: `give a file with the ${what} as --secret-file`,
  });
}

function openSecret({ secretSealed }: { secretSealed: string | null }, { settings }: CommandContext): string | null {
  if (secretSealed === null) return null;
  const secret = settings.secretBox().open(secretSealed);
  if (secret !== null) return secret;
  throw new OperatorError('the stored secret was encrypted with another SECRETS_KEY', {
    code: 'setting',
    hint: 'set SECRETS_KEY (default: SESSION_SECRET) to that of the service, or give the secret again as --secret-file',
  });
}

/** It has a host of the brand, which decides the brand. */
function addressOf({ slug, hosts: [host] }: Brand, platform: string, { settings }: CommandContext): string {
  if (host === undefined) {
    throw new OperatorError(`${slug} has no host`, { hint: '`callside brand set --host` adds one', code: 'setting' });
  }
  return `${hostAddress(host, settings)}/integrations/${platform}`;
}
