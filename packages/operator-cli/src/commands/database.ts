import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '@callside/database';
import { formatDuration } from '@callside/schemas';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { describeError } from '../describe-error.ts';

const retryMs = 1_000;

export function registerDatabaseCommands(program: Command, context: CommandContext): void {
  const db = program.command('db').description('the database');

  db.command('migrate')
    .description(
      'bring the database to the schema of this release; safe to run at any time and from several places at once',
    )
    .option('--wait <time>', 'how long to try again while PostgreSQL does not answer, such as 5m', argument.duration)
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgresql://user:password@host:5432/callside callside db migrate',
    )
    .action(async ({ wait = 0 }: { wait?: number }) => {
      const { applied } = await migrateWithin(wait, context);
      if (applied.length > 0) {
        await withDatabase(context, ({ prisma }) =>
          recordAudit(prisma, { brandId: null, action: 'db.migrate', subject: 'database', detail: { applied } }),
        );
      }
      await context.output().result({ applied }, () => describe(applied));
    });
}

/** For a host that starts its services before PostgreSQL can be reached. */
async function migrateWithin(seconds: number, context: CommandContext): Promise<{ applied: string[] }> {
  const url = context.settings.databaseUrl();
  const deadline = performance.now() + seconds * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate({ url });
    } catch (error) {
      const { code, message } = describeError(error, context.settings.databaseUrl);
      if (code !== 'unavailable' || performance.now() >= deadline) throw error;
      if (attempt === 1) context.output().note(`${message}: trying again for ${formatDuration(seconds)}`);
      await delay(retryMs);
    }
  }
}

function describe(applied: readonly string[]): string {
  if (applied.length === 0) return 'The database is up to date.';
  return ['Applied:', ...applied.map((name) => `  ${name}`)].join('\n');
}
