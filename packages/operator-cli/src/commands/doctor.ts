import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { Finding } from '../doctor/check.ts';
import { ReportedFailure } from '../operator-error.ts';
import { printable } from '../table.ts';

const titles = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

export function registerDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'check an installation: settings, database, migrations, clock, Redis, directory of models, recommender, sign-in, integrations, feeds, shops and keys',
    )
    .addHelpText(
      'after',
      `
Prints one line for each check, with what to do next. Run it where the services run and with their environment: it reads
the same variables. The directory of models is checked where ARTIFACT_DIR is set. It changes nothing. Each check waits 5 s at most. Exit code 0: no check failed; 1: one failed.
A key that was used within a week and expires within 14 days is named, unless another one with its label lasts longer.

Examples:
  callside doctor
  callside doctor --json`,
    )
    .action(async () => {
      // Loads the Redis client, which no other command needs.
      const { examine } = await import('../doctor/examine.ts');
      const checks = await examine(context);
      const failures = checks.filter(({ status }) => status === 'failed').length;
      await context.output().result({ ok: failures === 0, checks }, () => checks.map(describe).join('\n'));
      if (failures > 0) throw new ReportedFailure(`${failures} of ${checks.length} checks failed`);
    });
}

function describe({ check, status, message, hint }: Finding): string {
  return printable(`${titles[status].padEnd(8)} ${check.padEnd(12)} ${message}${hint === null ? '' : `; ${hint}`}`);
}
