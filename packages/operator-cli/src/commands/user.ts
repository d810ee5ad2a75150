import { basename } from 'node:path';
import type { UserMetadata } from '@callside/auth';
import { type UserRole, userRoles, userStatuses } from '@callside/schemas';
import { type Command, Option } from 'commander';
import { findAlias } from '../agent-alias.ts';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { changeOfBrand, commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { createUserTarget } from '../import/user-target.ts';
import { formatInstant, formatTable, printable } from '../table.ts';
import { addUser, type BoundUser, bindUser, changeUser, deactivateUser, listUsers, type User } from '../user.ts';
import { dryRunOption, type ImportOptions, importAndPrint } from './import-and-print.ts';
import { addSourceOptions } from './source-option-flags.ts';

interface AddOptions {
  brand: string;
  email: string;
  name: string;
  role: UserRole;
  team?: string;
  active?: true;
}

interface SetOptions extends DryRunOption {
  brand: string;
  email: string;
  name?: string;
  role?: UserRole;
  team?: string;
  status?: UserMetadata['status'];
}

interface ListOptions {
  brand: string;
  role?: UserRole;
  team?: string;
  status?: UserMetadata['status'];
}

interface BindOptions extends DryRunOption {
  brand: string;
  email: string;
  subject: string;
  issuer?: string;
}

interface DeactivateOptions extends DryRunOption {
  brand: string;
  email: string;
}

export function registerUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('reps, leads, auditors and owners');
  registerAdd(user, context);
  registerDeactivate(user, context);
  registerSet(user, context);
  registerBind(user, context);
  registerList(user, context);
  registerImport(user, context);
}

function registerAdd(user: Command, context: CommandContext): void {
  commandOfBrand(user, 'add')
    .description('add a user to a brand')
    .requiredOption(
      '--email <address>',
      'the single sign-on address that the dialler sends as agent_email',
      argument.email,
    )
    .requiredOption('--name <name>', 'the name', argument.text)
    .addOption(new Option('--role <role>', 'what the user may do').choices(userRoles).default('rep'))
    .option('--team <name>', 'the team of a rep, or of the lead who reads its calls', argument.team)
    .option('--active', 'resolve calls at once; without it the user is invited until the first sign-in')
    .addHelpText(
      'after',
      `
A lead reads the calls, transcripts and results of their team, an auditor the audit log and the evidence of
pauses. Both change nothing.

Examples:
  callside user add --brand acme --email rep@acme.example --name "Robin Rep" --active
  callside user add --brand acme --email lead@acme.example --name "Lee Lead" --role lead --team North`,
    )
    .action(async (options: AddOptions, command: Command) => {
      const { email, name, role, team = '', active } = options;
      if (role === 'lead' && team === '') command.error('error: a lead needs a --team', { exitCode: 2 });
      const { added, alias } = await changeOfBrand(context, options, async (transaction, brand) => {
        const added = await addUser(transaction, brand, {
          email,
          name,
          role,
          team: team || null,
          status: active ? 'active' : 'invited',
        });
        return { added, alias: await findAlias(transaction, brand, email) };
      });
      await context.output().result(added, () => `Added ${describe(added)}`);
      if (alias !== null) {
        const when = active ? 'now' : 'after the first sign-in';
        const note = `${email} is an alias of ${alias.user.email}: ${when}, its calls are those of the new user`;
        context.output().note(note);
      }
    });
}

function registerDeactivate(user: Command, context: CommandContext): void {
  commandOfBrand(user, 'deactivate')
    .description('deactivate a user: their calls no longer resolve, and their tokens are refused')
    .requiredOption('--email <address>', 'the address', argument.email)
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside user deactivate --brand acme --email rep@acme.example')
    .action((options: DeactivateOptions) =>
      printChangeOfBrand(context, options, {
        change: (transaction, brand) => deactivateUser(transaction, brand, options.email),
        text: describe,
      }),
    );
}

function registerSet(user: Command, context: CommandContext): void {
  commandOfBrand(user, 'set')
    .alias('update')
    .description('change the name, role, team or status of a user; a sign-in address cannot be changed')
    .requiredOption('--email <address>', 'the address', argument.email)
    .option('--name <name>', 'the name', argument.text)
    .addOption(new Option('--role <role>', 'what the user may do').choices(userRoles))
    .option('--team <name>', 'the team; "" for none', argument.team)
    .addOption(new Option('--status <status>', 'active activates a deactivated user again').choices(userStatuses))
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside user set --brand acme --email rep@acme.example --role owner')
    .action(async (options: SetOptions, command: Command) => {
      const { brand: _brand, email, dryRun: _dryRun, team, ...change } = options;
      if (Object.keys(change).length === 0 && team === undefined) {
        command.error('error: nothing to set: one of --name, --role, --team and --status is required', { exitCode: 2 });
      }
      await printChangeOfBrand(context, options, {
        change: (transaction, brand) =>
          changeUser(transaction, brand, email, { ...change, ...(team !== undefined && { team: team || null }) }),
        text: (user) => `Now ${describe(user)}`,
      });
    });
}

function registerBind(user: Command, context: CommandContext): void {
  commandOfBrand(user, 'bind')
    .description(
      'bind a user to an account at the identity provider: with --trust-email no other account signs in as them',
    )
    .requiredOption('--email <address>', 'the address', argument.email)
    .requiredOption(
      '--sub, --subject <id>',
      'the `sub` of the account; the page and the log of a refused sign-in have it',
      argument.text,
    )
    .option('--issuer <url>', "the issuer; default: that of the brand's own identity provider", argument.issuer)
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
An owner needs it where addresses are trusted (\`callside sign-in set --trust-email\`). Ask the person first whether the account is theirs. A
user whose account was replaced, or who became an owner, is bound again; an account that was bound to another user is taken from that user.

Example:
  callside user bind --brand acme --email owner@acme.example --subject AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ`,
    )
    .action((options: BindOptions) =>
      printChangeOfBrand(context, options, {
        change: (transaction, brand) => bindUser(transaction, brand, options),
        text: (bound: BoundUser) => `Bound ${describe(bound)} to ${printable(bound.subject)} of ${bound.issuer}`,
      }),
    );
}

function registerList(user: Command, context: CommandContext): void {
  commandOfBrand(user, 'list')
    .description("show a brand's users")
    .addOption(new Option('--role <role>', 'only users with this role').choices(userRoles))
    .option('--team <name>', 'only users of this team', argument.team)
    .addOption(new Option('--status <status>', 'only users with this status').choices(userStatuses))
    .addHelpText('after', '\nExample:\n  callside user list --brand acme --status active')
    .action((options: ListOptions) =>
      printOfBrand(context, options, {
        read: ({ prisma }, brand) => listUsers(prisma, brand, options),
        text: describeAll,
      }),
    );
}

function registerImport(user: Command, context: CommandContext): void {
  addSourceOptions(commandOfBrand(user, 'import'))
    .description('add and change users from a file; running it again changes nothing')
    .argument(
      '<file>',
      'CSV with a header, or NDJSON (.ndjson, .jsonl), with email, name and optionally role, team and status',
    )
    .option(...dryRunOption)
    .addHelpText(
      'after',
      `
A user is identified by address. Without a role or status a new user is an invited rep, and a known user keeps
theirs, as their team.
The status "invited" does not change the status of an active user.

Example:
  callside user import users.csv --brand acme`,
    )
    .action(async (file: string, options: ImportOptions) => {
      await importAndPrint(context, file, options, {
        setup: {
          createTarget: ({ query }, brand) => createUserTarget(query, brand.id),
          onEnd: (prisma, brandId, counts) =>
            recordAudit(prisma, { brandId, action: 'user.import', subject: basename(file), detail: { ...counts } }),
        },
      });
    });
}

function describeAll(users: readonly UserMetadata[]): string {
  if (users.length === 0) return 'There is no such user; `callside user add --help` shows how to add one.';
  return formatTable(
    ['ADDRESS', 'NAME', 'ROLE', 'TEAM', 'STATUS', 'LAST LOGIN'],
    users.map(({ email, name, role, team, status, last_login_at }) => [
      email,
      name,
      role,
      team ?? '',
      status,
      formatInstant(last_login_at),
    ]),
  );
}

function describe({ email, role, team, status }: User): string {
  return printable(`${email}, ${role}${team === undefined ? '' : ` of ${team}`}, ${status}`);
}
