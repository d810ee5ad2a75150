import { readCases } from './corpus.ts';
import type { Finding, FuzzTarget } from './fuzz-target.ts';
import { exchange } from './http-exchange.ts';
import type { SystemUnderTest } from './system-under-test.ts';

export interface TargetReport {
  target: string;
  /** Random cases that were checked. */
  cases: number;
  /** Cases of the corpus that were checked. */
  kept: number;
  findings: Finding[];
}

interface RunOptions {
  system: SystemUnderTest;
  corpusDirectory: string;
  seconds: number;
  seed: number;
}

/** Replays the corpus of a target, then checks random cases for `seconds`, then that both services still serve. */
export async function runTarget(
  target: FuzzTarget,
  { system, corpusDirectory, seconds, seed }: RunOptions,
): Promise<TargetReport> {
  const findings: Finding[] = [];
  const kept = await readCases(corpusDirectory, target.name);
  for (const { file, sample } of kept) {
    const message = await target.replay(sample);
    if (message !== null) findings.push({ sample, message: `${file}: ${message}` });
  }
  const { cases, finding } = await target.fuzz({ seconds, seed });
  if (finding !== null) findings.push(finding);
  for (const complaint of await complaints(system)) findings.push({ sample: null, message: complaint });
  return { target: target.name, cases, kept: kept.length, findings };
}

/** Failures that the services logged, and whether they still answer. */
async function complaints({ callEvents, recommender, host }: SystemUnderTest): Promise<string[]> {
  const found: string[] = [];
  for (const [name, server] of Object.entries({ 'call-events': callEvents, recommender })) {
    const request = Buffer.from(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const status = await exchange(server.port, request).then(
      (answer) => answer?.status ?? 'none',
      (error: unknown) => String(error),
    );
    if (status !== 200) found.push(`${name} is not healthy afterwards: ${status}`);
    const failure = /^.*"msg":"(?:uncaught exception|unhandled rejection)".*$/m.exec(server.log);
    if (failure !== null) found.push(`${name} logged: ${failure[0].slice(0, 1_000)}`);
  }
  return found;
}
