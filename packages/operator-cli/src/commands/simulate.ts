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
import { closeAccounts, createAccounts } from '../simulated-accounts.ts';
import { checkServer } from '../simulator/check-server.ts';
import { allFaults, type Faults, noFaults } from '../simulator/faults.ts';
import { simulate } from '../simulator/simulation.ts';

interface SimulateOptions {
  brand: string;
  url?: string[];
  reps: number;
  rate: number;
  calls: number;
  duplicates?: number;
  reordering?: number;
  drops?: number;
  lateRetries?: number;
  clockSkew?: number;
  allFaults?: boolean;
  seed: number;
}

const { duplicates, reordering, drops, lateRetries, clockSkewSeconds } = allFaults;

export function registerSimulateCommand(program: Command, context: CommandContext): void {
  program
    .command('simulate')
    .description(
      'try an installation: a simulated dialler with reps, tabs and companions, and a comparison with the database',
    )
    .requiredOption('--brand <slug>', 'the brand; use a separate one, because simulated data stays on file')
    .option(
      '--url <url>',
      "address of the brand's call events; more than once for several servers of one deployment (default: that of `npm start`)",
      argument.serviceUrls,
    )
    .option('--reps <number>', 'reps, each with two or three tabs and a companion', argument.wholeNumber(1, 1000), 10)
    .option('--rate <number>', 'events a second, of all reps together', argument.number(0.1, 10_000), 20)
    .option('--calls <number>', 'calls, of all reps together', argument.wholeNumber(1, 1_000_000), 100)
    .option('--duplicates <share>', `events that are sent twice or three times at once (0 to 1)`, argument.number(0, 1))
    .option('--reordering <share>', 'events that arrive after the next event of their call', argument.number(0, 1))
    .option(
      '--drops <share>',
      'events whose answer is lost, and events during which a socket is cut',
      argument.number(0, 1),
    )
    .option('--late-retries <share>', 'events that are sent again seconds later', argument.number(0, 1))
    .option('--clock-skew <seconds>', "the largest error of the diallers' clocks", argument.number(0, 86_400))
    .option('--all-faults', 'all faults; other options change their values')
    .option('--seed <number>', 'seed of the random draws; the same seed gives the same plan', argument.seed, 1)
    .addHelpText('after', help)
    .action(async (options: SimulateOptions) => {
      const { settings, now } = context;
      const servers = options.url ?? [settings.callEventsUrl()];
      const run = `sim-${randomBytes(4).toString('hex')}`;
      const { reps, calls, rate, seed } = options;
      const plan = { reps, calls, rate, seed, faults: faultsOf(options) };
      const [keyPrefix, sessionSecrets] = [settings.keyPrefix(), settings.sessionSecrets()];
      const output = context.output();
      const progress = createProgress(output.stderr);
      try {
        const report = await withInterruption((signal) => {
          // Each waiting event adds a listener.
          setMaxListeners(0, signal);
          return withDatabase(context, async (database) => {
            const brand = await findBrand(database.prisma, options.brand);
            await Promise.all(servers.map((url) => checkServer(url, brand)));
            return simulate(
              { ...plan, brand, run, servers },
              {
                query: database.query,
                createAccounts: () =>
                  createAccounts(database, { brand, run, reps, now: now(), keyPrefix, sessionSecrets, detail: plan }),
                closeAccounts: (accounts, detail) => closeAccounts(database, { brand, run, accounts, detail }),
                onProgress: progress.step,
                now,
                signal,
              },
            );
          });
        });
        progress.end();
        await output.result(report, () => describeSimulation(report));
        const found = report.disagreements.length;
        if (found > 0)
          throw new ReportedFailure(`${found} ${found === 1 ? 'thing differs' : 'things differ'} from the database`);
      } finally {
        progress.end();
      }
    });
}

const help = `
Adds reps, whose names contain the name of the run, and a key to the brand. At the end, also after Ctrl-C, the reps are deactivated
and the key is revoked. Events, calls and sessions stay on file. SESSION_SECRET and KEY_PREFIX must be those of the service.

Prints what was sent, what every tab and companion received, latencies (p50, p95, p99), and all differences from the database after
the last message. --all-faults is --duplicates ${duplicates} --reordering ${reordering} --drops ${drops} --late-retries ${lateRetries} --clock-skew ${clockSkewSeconds}.
Exit code 0: no difference; 1: at least one difference.

Examples:
  callside simulate --brand demo
  callside simulate --brand trial --all-faults --reps 50 --calls 1000 --rate 100
  callside simulate --brand trial --url https://a.acme.example --url https://b.acme.example --drops 0.2 --seed 7 --json`;

function faultsOf(options: SimulateOptions): Faults {
  const usual = options.allFaults ? allFaults : noFaults;
  return {
    duplicates: options.duplicates ?? usual.duplicates,
    reordering: options.reordering ?? usual.reordering,
    drops: options.drops ?? usual.drops,
    lateRetries: options.lateRetries ?? usual.lateRetries,
    clockSkewSeconds: options.clockSkew ?? usual.clockSkewSeconds,
  };
}
