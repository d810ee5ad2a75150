import { basename } from 'node:path';
import { type UserRole, userRoles } from '@callside/schemas';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withTransaction } from '../command-context.ts';
import { createUserTarget } from '../import/user-target.ts';
import { printable } from '../table.ts';
import { addUser, deactivateUser, type User } from '../user.ts';
import { dryRunOption, type ImportOptions, importOnRecord } from './import-on-record.ts';

interface AddOptions {
  brand: string;
  email: string;
  name: string;
  role: UserRole;
  active?: true;
}

interface DeactivateOptions {
  brand: string;
  email: string;
}

export function registerUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('reps and owners');

  user
    .command('add')
    .description('add a user to a brand')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption(
      '--email <address>',
      'the single sign-on address that the dialler sends as agent_email',
      argument.email,
    )
    .requiredOption('--name <name>', 'the name', argument.text)
    .addOption(new Option('--role <role>', 'what the user may do').choices(userRoles).default('rep'))
    .option('--active', 'resolve calls at once; without it the user is invited until a first login')
    .addHelpText(
      'after',
      '\nExample:\n  callside user add --brand acme --email rep@acme.example --name "Robin Rep" --active',
    )
    .action(async ({ brand: slug, active, ...user }: AddOptions) => {
      const added = await withTransaction(context, async (transaction) =>
        addUser(transaction, await findBrand(transaction, slug), { ...user, status: active ? 'active' : 'invited' }),
      );
      await context.output().result(added, () => `Added ${describe(added)}`);
    });

  user
    .command('deactivate')
    .description('deactivate a user: calls no longer resolve, tokens no longer open anything')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--email <address>', 'the address', argument.email)
    .addHelpText('after', '\nExample:\n  callside user deactivate --brand acme --email rep@acme.example')
    .action(async ({ brand: slug, email }: DeactivateOptions) => {
      const user = await withTransaction(context, async (transaction) =>
        deactivateUser(transaction, await findBrand(transaction, slug), email),
      );
      await context.output().result(user, () => describe(user));
    });

  user
    .command('import')
    .description('add and change users from a file; running it again changes nothing')
    .argument('<file>', 'CSV with a header, or NDJSON (.ndjson, .jsonl), with email, name and perhaps role and status')
    .requiredOption('--brand <slug>', 'the brand')
    .option(...dryRunOption)
    .addHelpText(
      'after',
      `
Users are told apart by address. Without a role or status a new user is an invited rep and a known one stays as he is;
"invited" does not take back an active user.

Example:
  callside user import users.csv --brand acme`,
    )
    .action(async (file: string, options: ImportOptions) => {
      await importOnRecord(context, file, options, {
        createTarget: ({ query }, brand) => createUserTarget(query, brand.id),
        onEnd: (prisma, brandId, counts) =>
          recordAudit(prisma, { brandId, action: 'user.import', subject: basename(file), detail: { ...counts } }),
      });
    });
}

function describe({ email, role, status }: User): string {
  return printable(`${email}, ${role}, ${status}`);
}
