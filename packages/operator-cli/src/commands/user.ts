import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Query } from '@callside/database';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { importFile } from '../import/import-file.ts';
import { describeReport } from '../import/import-report.ts';
import { createUserTarget } from '../import/user-target.ts';
import { OperatorError } from '../operator-error.ts';
import { printable } from '../table.ts';
import { findUser, type User, type UserRole, userRoles } from '../user.ts';

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
    .action(async (options: AddOptions) => {
      const added = await withDatabase(context, ({ transaction }) => transaction((query) => addUser(query, options)));
      await context.output().result(added, () => `Added ${describe(added)}`);
    });

  user
    .command('deactivate')
    .description('deactivate a user: calls no longer resolve, tokens no longer open anything')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--email <address>', 'the address', argument.email)
    .addHelpText('after', '\nExample:\n  callside user deactivate --brand acme --email rep@acme.example')
    .action(async (options: DeactivateOptions) => {
      const user = await withDatabase(context, ({ transaction }) =>
        transaction((query) => deactivateUser(query, options)),
      );
      await context.output().result(user, () => describe(user));
    });

  user
    .command('import')
    .description('add and change users from a file; running it again changes nothing')
    .argument('<file>', 'CSV with a header, or NDJSON (.ndjson, .jsonl), with email, name and perhaps role and status')
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText(
      'after',
      `
Users are told apart by address. Without a role or status a new user is an invited rep and a known one stays as he is;
"invited" does not take back an active user.

Example:
  callside user import users.csv --brand acme`,
    )
    .action(async (file: string, options: { brand: string }) => {
      const output = context.output();
      const report = await withDatabase(context, async ({ query }) => {
        const brand = await findBrand(query, options.brand);
        return importFile(file, createUserTarget(query, brand.id), {
          output,
          onEnd: (detail) =>
            recordAudit(query, { brandId: brand.id, action: 'user.import', subject: basename(file), detail }),
        });
      });
      await output.result(report, () => describeReport(report));
    });
}

async function addUser(query: Query, { brand: slug, email, name, role, active }: AddOptions): Promise<User> {
  const brand = await findBrand(query, slug);
  const [user] = await query<User>(
    `INSERT INTO users (id, brand_id, email, name, role, status) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (brand_id, email) DO NOTHING RETURNING id, email, role, status`,
    [randomUUID(), brand.id, email, name, role, active ? 'active' : 'invited'],
  );
  if (user === undefined) {
    throw new OperatorError(`the brand ${slug} has a user ${email} already; \`callside user import\` changes users`);
  }
  const detail = { email, name, role: user.role, status: user.status };
  await recordAudit(query, { brandId: brand.id, action: 'user.add', subject: user.id, detail });
  return user;
}

async function deactivateUser(query: Query, { brand: slug, email }: DeactivateOptions): Promise<User> {
  const brand = await findBrand(query, slug);
  const { id } = await findUser(query, brand, email);
  const [changed] = await query<User>(
    "UPDATE users SET status = 'deactivated' WHERE id = $1 AND status <> 'deactivated' RETURNING id, email, role, status",
    [id],
  );
  if (changed === undefined) return findUser(query, brand, email);
  await recordAudit(query, { brandId: brand.id, action: 'user.deactivate', subject: id, detail: { email } });
  return changed;
}

function describe({ email, role, status }: User): string {
  return printable(`${email}, ${role}, ${status}`);
}
