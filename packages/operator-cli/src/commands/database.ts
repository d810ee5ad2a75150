import { migrate } from '@callside/database';
import type { Command } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';

export function registerDatabaseCommands(program: Command, context: CommandContext): void {
  const db = program.command('db').description('the database');

  db.command('migrate')
    .description(
      'bring the database to the schema of this release; safe to run at any time and from several places at once',
    )
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgresql://user:password@host:5432/callside callside db migrate',
    )
    .action(async () => {
      const { applied } = await migrate({ url: context.settings.databaseUrl() });
      if (applied.length > 0) {
        await withDatabase(context, ({ prisma }) =>
          recordAudit(prisma, { brandId: null, action: 'db.migrate', subject: 'database', detail: { applied } }),
        );
      }
      await context.output().result({ applied }, () => describe(applied));
    });
}

function describe(applied: readonly string[]): string {
  if (applied.length === 0) return 'The database is up to date.';
  return ['Applied:', ...applied.map((name) => `  ${name}`)].join('\n');
}
