import {
  type ApiKeyFeature,
  type ApiKeyMetadata,
  apiKeyFeatures,
  issueAuditedApiKey,
  listApiKeys,
  replaceAuditedApiKey,
  revokeAuditedApiKey,
} from '@callside/auth';
import { type KeyOverlap, keyOverlaps, parseDuration } from '@callside/schemas';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { actingOperator } from '../audit-log.ts';
import { changeOfBrand, commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';
import { formatInstant, formatTable } from '../table.ts';

interface IssueOptions {
  brand: string;
  feature: ApiKeyFeature;
  label?: string;
  expiresIn?: number;
  allow?: string[];
}

interface RevokeOptions extends DryRunOption {
  brand: string;
  id: string;
}

interface ReplaceOptions extends RevokeOptions {
  overlap: KeyOverlap;
}

export function registerKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command('key').description('API keys of diallers, recommendation clients and CRM servers');
  registerIssue(key, context);
  registerList(key, context);
  registerRevoke(key, context);
  registerReplace(key, context);
}

function registerIssue(key: Command, context: CommandContext): void {
  commandOfBrand(key, 'issue')
    .description('issue a key of one brand and one feature; it is shown this once and stored only as a hash')
    .addOption(
      new Option('--feature <feature>', 'what the key gives access to').choices(apiKeyFeatures).makeOptionMandatory(),
    )
    .option('--label <label>', 'who uses it', argument.text)
    .option('--expires-in <time>', 'when it expires, such as 90d or 12h (default: never)', argument.duration)
    .option('--allow <addresses>', 'addresses and networks that it may be used from (default: any)', argument.addresses)
    .addHelpText(
      'after',
      '\nExample:\n  callside key issue --brand acme --feature call-events --label "Main dialler" --expires-in 90d',
    )
    .action(async (options: IssueOptions) => {
      const keyPrefix = context.settings.keyPrefix();
      const issued = await changeOfBrand(context, options, async (transaction, brand) => {
        const { id, key, feature, label, expires_at, allowed_addresses } = await issueAuditedApiKey(transaction, {
          brandId: brand.id,
          feature: options.feature,
          label: options.label ?? null,
          expiresAt: endOf(context.now(), options.expiresIn),
          createdByUserId: null,
          allowedAddresses: options.allow ?? [],
          keyPrefix,
          ...actingOperator(),
        });
        return { id, key, feature, brand: brand.slug, label, expires_at, allowed_addresses };
      });
      const output = context.output();
      await output.result(issued, () => issued.key);
      output.note(
        `Keep this ${issued.feature} key of ${issued.brand} now: it cannot be shown again. Its id is ${issued.id}.`,
      );
    });
}

function registerList(key: Command, context: CommandContext): void {
  commandOfBrand(key, 'list')
    .description("show a brand's keys, never the keys themselves")
    .addHelpText('after', '\nExample:\n  callside key list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: ({ prisma }, brand) => listApiKeys(prisma, brand.id),
        text: (keys) => describeAll(keys, context.now()),
      }),
    );
}

function registerRevoke(key: Command, context: CommandContext): void {
  commandOfBrand(key, 'revoke')
    .description('revoke a key permanently: the next request with it is refused')
    .requiredOption('--id <id>', 'the id that `key list` shows')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside key revoke --brand acme --id 7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11')
    .action((options: RevokeOptions) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, brand) => {
          const order = { brandId: brand.id, id: options.id, ...actingOperator() };
          const metadata = await revokeAuditedApiKey(transaction, order);
          if (metadata === null) throw unknownKey(brand.slug);
          return metadata;
        },
        text: ({ id, revoked_at }) => `Revoked ${id} at ${formatInstant(revoked_at)}`,
      }),
    );
}

function registerReplace(key: Command, context: CommandContext): void {
  commandOfBrand(key, 'replace')
    .description('issue a key that replaces another one, which expires after an overlap')
    .requiredOption('--id <id>', 'the id of the old key, that `key list` shows')
    .addOption(
      new Option('--overlap <time>', 'how long the old key stays valid').choices(keyOverlaps).makeOptionMandatory(),
    )
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
The new key has the label, the feature, the addresses and the lifetime of the old one.

Example:
  callside key replace --brand acme --id 7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11 --overlap 1h`,
    )
    .action(async (options: ReplaceOptions) => {
      const { id, overlap, dryRun } = options;
      const keyPrefix = context.settings.keyPrefix();
      const issued = await changeOfBrand(context, options, async (transaction, brand) => {
        const order = { brandId: brand.id, id, overlapSeconds: parseDuration(overlap) ?? 0, keyPrefix };
        const replaced = await replaceAuditedApiKey(transaction, { ...order, ...actingOperator() });
        if (replaced === null) throw unknownKey(brand.slug);
        if (replaced === 'ended') {
          throw new OperatorError('this key is revoked or has expired', {
            code: 'conflict',
            hint: '`callside key issue` issues a new one',
          });
        }
        return { ...replaced, brand: brand.slug };
      });
      const output = context.output();
      if (dryRun) {
        // Neither the key nor its id exists.
        const { key: _key, id: _id, ...shown } = issued;
        const text = () => `The old key would be valid until ${formatInstant(issued.replaced.expires_at)}`;
        return printChange(output, shown, { dryRun, text });
      }
      await output.result(issued, () => issued.key);
      output.note(
        `Keep this ${issued.feature} key of ${issued.brand} now: it cannot be shown again. Its id is ${issued.id}. ` +
          `The old key is valid until ${formatInstant(issued.replaced.expires_at)}.`,
      );
    });
}

function unknownKey(brand: string): OperatorError {
  return new OperatorError(`the brand ${brand} has no key with this id`, {
    code: 'not_found',
    hint: `\`callside key list --brand ${brand}\` shows its keys`,
  });
}

function endOf(now: Date, seconds: number | undefined): Date | null {
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
}

function describeAll(keys: readonly ApiKeyMetadata[], now: Date): string {
  if (keys.length === 0) return 'There is no key yet; `callside key issue --help` shows how to issue one.';
  return formatTable(
    ['ID', 'ENDS WITH', 'FEATURE', 'LABEL', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'FROM'],
    keys.map((key) => [
      key.id,
      key.last_four ?? '-',
      key.feature,
      key.label ?? '-',
      stateOf(key, now),
      formatInstant(key.created_at),
      formatInstant(key.expires_at),
      formatInstant(key.last_used_at),
      key.allowed_addresses.join(' ') || 'anywhere',
    ]),
  );
}

function stateOf({ revoked_at, expires_at }: ApiKeyMetadata, now: Date): string {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && new Date(expires_at) <= now ? 'expired' : 'active';
}
