import type { Database } from '@callside/database';
import { OperatorError } from '../operator-error.ts';
import { pause } from '../pause.ts';
import { closeAccounts, createAccounts, type SimulatedAccounts } from '../simulated-accounts.ts';
import { SimulatedDialler } from './simulated-dialler.ts';
import { SimulatedTeam } from './simulated-team.ts';
import { type PlannedRep, planSimulation, type SimulationInput } from './simulation-plan.ts';
import { createReport, type SimulationReport } from './simulation-report.ts';

interface Dependencies {
  /** `done` of `total` parts of a step; 0 of 0: the step has no parts. */
  onProgress: (step: string, done: number, total: number) => void;
  now: () => Date;
  /** Ends the run early. */
  signal: AbortSignal;
}

const connectPatienceMs = 20_000;
/** An event whose message was lost comes within about a second. */
const hearPatienceMs = 5_000;

/**
 * Runs a simulated dialler and its reps against the service. Always deactivates the reps and revokes the key at the end. Rejects with
 * OperatorError when it ends early or cannot begin.
 */
export async function simulate(
  database: Database,
  input: SimulationInput,
  dependencies: Dependencies,
): Promise<SimulationReport> {
  const { onProgress, now, signal } = dependencies;
  const { brand, run, reps, calls, rate, keyPrefix, sessionSecrets } = input;
  onProgress('adding reps', 0, 0);
  const added = { brand, run, reps, now: now(), keyPrefix, sessionSecrets, detail: { reps, calls, rate } };
  const accounts = await createAccounts(database, added);
  try {
    return await runWith(accounts, input, dependencies);
  } finally {
    onProgress('deactivating reps and revoking key', 0, 0);
    await closeAccounts(database, { brand, run, accounts, detail: { interrupted: signal.aborted } });
  }
}

async function runWith(
  accounts: SimulatedAccounts,
  input: SimulationInput,
  { onProgress, now, signal }: Dependencies,
): Promise<SimulationReport> {
  const { run, servers } = input;
  const plan: PlannedRep[] = planSimulation(input, Math.random);
  const total = plan.reduce((sum, { events }) => sum + events.length, 0);
  const emails = new Map(accounts.reps.map(({ number, user }) => [number, user.email]));
  const team = new SimulatedTeam({ accounts, plan, servers });
  const dialler = new SimulatedDialler({
    run,
    servers,
    apiKey: accounts.key.key,
    emailOf: (rep) => emails.get(rep) ?? '',
    onProgress: (sent) => {
      if (sent <= total) onProgress('sending events', sent, total);
    },
    signal,
  });
  const startedAt = now();
  try {
    onProgress('connecting tabs and companions', 0, 0);
    team.start();
    await team.waitUntilConnected(connectPatienceMs, signal);
    await dialler.run(plan);
    onProgress('waiting for the last messages', 0, 0);
    await team.waitUntilHeard(dialler.events, hearPatienceMs, signal);
    if (signal.aborted) {
      throw new OperatorError(`${run} was interrupted; its reps were deactivated and its key was revoked`, {
        code: 'interrupted',
      });
    }
    return createReport({ input, startedAt, endedAt: now(), dialler, team });
  } finally {
    // The calls of a run that ended early are ended as well.
    if (signal.aborted) {
      const limit = new AbortController();
      await Promise.race([dialler.endAll(plan), pause(5_000, limit.signal)]);
      limit.abort();
    }
    team.stop();
  }
}
