import { reasonOf } from '../doctor/check.ts';
import { CannotCheck, NotKept } from './expect.ts';
import { type Check, type Need, needTexts, type Site } from './site.ts';

export interface CheckResult {
  check: string;
  status: 'passed' | 'failed' | 'skipped';
  /** What was found, or why it was not looked at. */
  message: string | null;
}

interface Options {
  site: Site;
  available: ReadonlySet<Need>;
  /** After each check: closes its sockets and ends its call. */
  settle: () => Promise<void>;
  onProgress: (check: string, done: number, total: number) => void;
  signal: AbortSignal;
}

/** Runs the checks one after the other, because they share a rep. A check that fails does not end the others. */
export async function runChecks(
  checks: readonly Check[],
  { site, available, settle, onProgress, signal }: Options,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    onProgress(check.name, results.length, checks.length);
    const missing = check.needs?.find((need) => !available.has(need));
    if (signal.aborted) results.push(skipped(check, 'the run was interrupted'));
    else if (missing !== undefined) results.push(skipped(check, needTexts[missing]));
    else results.push(await runCheck(check, site).finally(settle));
  }
  return results;
}

function skipped({ name }: Check, message: string): CheckResult {
  return { check: name, status: 'skipped', message };
}

async function runCheck({ name, run }: Check, site: Site): Promise<CheckResult> {
  try {
    await run(site);
    return { check: name, status: 'passed', message: null };
  } catch (error) {
    if (error instanceof CannotCheck) return { check: name, status: 'skipped', message: error.message };
    const message = error instanceof NotKept ? error.message : `the request failed: ${reasonOf(error)}`;
    return { check: name, status: 'failed', message };
  }
}
