import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { describeSimulation } from '../describe-simulation.ts';
import { withInterruption } from '../interruption.ts';
import { ReportedFailure } from '../operator-error.ts';
import { createProgress } from '../progress.ts';
import { checkServer } from '../simulator/check-server.ts';
import { simulate } from '../simulator/simulation.ts';

interface SimulateOptions {
  brand: string;
  url?: string[];
  reps: number;
  rate: number;
  calls: number;
}

export function registerSimulateCommand(program: Command, context: CommandContext): void {
  program
    .command('simulate')
    .description('try an installation: a simulated dialler with reps, tabs and companions')
    .requiredOption('--brand <slug>', 'the brand; use a separate one, because simulated data stays on file')
    .option(
      '--url <url>',
      "address of the brand's call events; more than once for several servers of one deployment (default: that of `npm start`)",
      argument.serviceUrls,
    )
    .option('--reps <number>', 'reps, each with two or three tabs and a companion', argument.wholeNumber(1, 1000), 10)
    .option('--rate <number>', 'events a second, of all reps together', argument.number(0.1, 10_000), 20)
    .option('--calls <number>', 'calls, of all reps together', argument.wholeNumber(1, 1_000_000), 100)
    .addHelpText('after', help)
    .action(async ({ brand: slug, url, ...plan }: SimulateOptions) => {
      const { settings, now } = context;
      const servers = url ?? [settings.callEventsUrl()];
      const run = `sim-${randomBytes(4).toString('hex')}`;
      const [keyPrefix, sessionSecrets] = [settings.keyPrefix(), settings.sessionSecrets()];
      const output = context.output();
      const progress = createProgress(output.stderr);
      try {
        const report = await withInterruption((signal) => {
          // Each waiting event adds a listener.
          setMaxListeners(0, signal);
          return withDatabase(context, async (database) => {
            const brand = await findBrand(database.prisma, slug);
            await Promise.all(servers.map((server) => checkServer(server, brand)));
            const input = { ...plan, brand, run, servers, keyPrefix, sessionSecrets };
            return simulate(database, input, { onProgress: progress.step, now, signal });
          });
        });
        progress.end();
        await output.result(report, () => describeSimulation(report));
        const { failed } = report.answered;
        if (failed > 0)
          throw new ReportedFailure(`${failed} ${failed === 1 ? 'event was' : 'events were'} not accepted`);
      } finally {
        progress.end();
      }
    });
}

const help = `
Adds reps, whose names contain the name of the run, and a key to the brand. At the end, also after Ctrl-C, the reps are deactivated
and the key is revoked. Events, calls and sessions stay on file. SESSION_SECRET and KEY_PREFIX must be those of the service.

Prints what was sent and answered, and latencies (p50, p95, p99) to the answer, to each tab and to the companion.
Exit code 0: every event was accepted; 1: at least one was not.

Examples:
  callside simulate --brand demo
  callside simulate --brand trial --reps 50 --calls 1000 --rate 100
  callside simulate --brand trial --url https://a.acme.example --url https://b.acme.example --json`;
