import { fileURLToPath } from 'node:url';
import { readBenchEnvironment, readCommandLine } from '@callside/bench';
import { toTextTable } from '@callside/test-kit';
import { type FuzzCommandLine, parseCommandLine, usage } from './command-line.ts';
import { keepCase } from './corpus.ts';
import { startFuzzSetup } from './fuzz-setup.ts';
import { runTarget, type TargetReport } from './run-target.ts';

const corpusDirectory = fileURLToPath(new URL('../corpus/', import.meta.url));
const interrupted = 130;

/** Runs the targets one after the other and prints the findings of each. Resolves to the number of findings. */
async function main({ targets: names, seconds, seed }: FuzzCommandLine): Promise<number> {
  console.log(`seed ${seed}, ${seconds} s for each of ${names.length} targets`);
  const setup = await startFuzzSetup({ redisUrl: readBenchEnvironment().REDIS_URL });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void setup.close().finally(() => process.exit(interrupted)));
  }
  const reports: TargetReport[] = [];
  try {
    for (const target of setup.targets.filter(({ name }) => names.some((asked) => asked === name))) {
      console.log(`… ${target.name}`);
      const report = await runTarget(target, { system: setup.system, corpusDirectory, seconds, seed });
      reports.push(report);
      for (const { sample, message } of report.findings) {
        console.log(`✗ ${target.name}: ${message}`);
        if (sample !== null)
          console.log(`  kept as ${await keepCase(corpusDirectory, target.name, { about: message, sample })}`);
      }
    }
  } finally {
    await setup.close();
  }
  console.log(`\n${toReport(reports)}`);
  return reports.reduce((count, { findings }) => count + findings.length, 0);
}

function toReport(reports: readonly TargetReport[]): string {
  const rows = reports.map(({ target, cases, kept, findings }) => [target, cases, kept, findings.length].map(String));
  return toTextTable([['target', 'cases', 'of the corpus', 'findings'], ...rows], new Set([1, 2, 3]));
}

const order = readCommandLine((args) => parseCommandLine(args, Date.now()), usage);
if (order?.help) console.log(usage);
else if (order !== null && (await main(order)) > 0) process.exitCode = 1;
