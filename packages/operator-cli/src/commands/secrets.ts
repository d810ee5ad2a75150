import type { SecretBox } from '@callside/auth';
import type { Prisma } from '@callside/database';
import type { Command } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { type CommandContext, withTransaction } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';

/** Every column with an encrypted text. */
const sealedColumns = [
  {
    table: 'endpoints',
    column: 'secret_sealed',
    what: 'the secret of an endpoint',
    set: 'endpoint remove` and `endpoint add',
  },
  { table: 'integrations', column: 'secret_sealed', what: 'the secret of a platform', set: 'integration set' },
  { table: 'recommender_connections', column: 'key_sealed', what: 'the key of a recommender', set: 'recommender set' },
  { table: 'sign_in_providers', column: 'client_secret_sealed', what: 'a client secret', set: 'sign-in set' },
  { table: 'feeds', column: 'url_sealed', what: 'the address of a feed', set: 'feed set' },
  { table: 'shops', column: 'secret_sealed', what: 'the secret of a shop', set: 'shop set' },
] as const;

type SealedColumn = (typeof sealedColumns)[number];

interface Row {
  slug: string;
  sealed: string;
}

export function registerSecretsCommands(program: Command, context: CommandContext): void {
  const secrets = program.command('secrets').description('the secrets that are stored encrypted with SECRETS_KEY');

  secrets
    .command('reencrypt')
    .description('encrypt every stored secret with the first key of SECRETS_KEY')
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
Run it with the keys of the services (default: SESSION_SECRET), the newest first, after every instance has the new key. The services
can read the secrets the whole time. Then the old key can be removed. Nothing is changed if one secret cannot be decrypted.

Example:
  callside secrets reencrypt --dry-run`,
    )
    .action(async ({ dryRun }: DryRunOption) => {
      const box = context.settings.secretBox();
      const reencrypt = async (transaction: Prisma.TransactionClient) => {
        const counts: Record<string, number> = {};
        for (const column of sealedColumns) counts[column.table] = await reencryptColumn(transaction, column, box);
        await recordAudit(transaction, {
          brandId: null,
          action: 'secrets.reencrypt',
          subject: 'stored secrets',
          detail: counts,
        });
        return { reencrypted: counts };
      };
      const result = await withTransaction(context, reencrypt, { dryRun });
      const total = Object.values(result.reencrypted).reduce((sum, count) => sum + count, 0);
      await printChange(context.output(), result, {
        dryRun,
        text: () => `${total} stored ${total === 1 ? 'secret is' : 'secrets are'} encrypted with the first key`,
      });
    });
}

async function reencryptColumn(
  transaction: Prisma.TransactionClient,
  { table, column, what, set }: SealedColumn,
  box: SecretBox,
): Promise<number> {
  const rows = await transaction.$queryRawUnsafe<Row[]>(
    `SELECT b.slug, t.${column} AS sealed FROM ${table} t JOIN brands b ON b.id = t.brand_id
      WHERE t.${column} IS NOT NULL ORDER BY t.${column} FOR UPDATE OF t`,
  );
  for (const { slug, sealed } of rows) {
    const secret = box.open(sealed);
    if (secret === null) {
      throw new OperatorError(`${what} of ${slug} was encrypted with a key that SECRETS_KEY does not have`, {
        code: 'setting',
        hint: `append the key to SECRETS_KEY, or run \`callside ${set}\` for ${slug} again`,
      });
    }
    // Each text is unique, because it begins with a random number.
    await transaction.$executeRawUnsafe(
      `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2`,
      box.seal(secret),
      sealed,
    );
  }
  return rows.length;
}
