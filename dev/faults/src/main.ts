import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '@callside/bench';
import { checkHistory } from './check/check-history.ts';
import { type CommandLine, parseCommandLine, usage } from './command-line.ts';
import { readHistory, writeHistory } from './history/history-file.ts';
import { describeRun, describeViolation } from './report.ts';
import { type RunResult, runFaults } from './run.ts';

const defaultOutput = fileURLToPath(new URL('../../../bench/results/faults/', import.meta.url));
const shownViolations = 20;

/** Resolves to whether there was no violation. */
async function runAndReport(order: CommandLine): Promise<boolean> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
  const directory = await mkdtemp(path.join(tmpdir(), 'callside-faults-'));
  const progress = (line: string) => console.log(line);
  let isClean = false;
  try {
    const result = await runFaults({ ...order, directory, progress, signal: interruption.signal });
    isClean = await report(result, path.join(order.output, `seed-${order.seed}`));
  } finally {
    if (isClean) await rm(directory, { recursive: true, force: true });
    else console.log(`\nlogs of the services: ${directory}`);
  }
  return isClean;
}

/** Checks the history of an earlier run again. */
async function checkAgain(file: string): Promise<boolean> {
  const history = await readHistory(file);
  const findings = checkHistory(history);
  return report({ history, findings, rounds: null }, file.replace(/\.ndjson$/, '-again'));
}

/** Writes the files and prints the report. File names begin with `stem`. */
async function report(result: Omit<RunResult, 'rounds'> & { rounds: number | null }, stem: string): Promise<boolean> {
  const { violations } = result.findings;
  const sections = [describeRun(result), ...violations.slice(0, shownViolations).map(describeViolation)];
  await mkdir(path.dirname(stem), { recursive: true });
  await writeHistory(`${stem}.ndjson`, result.history);
  if (violations.length > 0) sections.push(`history: ${stem}.ndjson`);
  const text = sections.join('\n\n');
  await writeFile(`${stem}.txt`, `${text}\n`);
  console.log(`\n${text}`);
  return violations.length === 0;
}

const order = readCommandLine((args) => parseCommandLine(args, { output: defaultOutput }), usage);
if (order?.isHelp) console.log(usage);
else if (order !== null) {
  const isClean = order.historyFile === null ? await runAndReport(order) : await checkAgain(order.historyFile);
  // Exits explicitly, because connections of clients may stay open.
  process.exit(isClean ? 0 : 1);
}
