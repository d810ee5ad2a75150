import type { Query } from '@callside/database';
import { compareCalls, compareEvents } from './compare-events.ts';
import { compareRecordings } from './compare-recordings.ts';
import { compareRelays } from './compare-relays.ts';
import { compareChunks, compareSessions } from './compare-sessions.ts';
import { compareStates, compareWithEvents } from './compare-states.ts';
import type { Mismatch } from './mismatch.ts';
import { pause } from './pause.ts';
import { type Records, readDatabaseTime, readRecords, readStates } from './records.ts';
import type { SimulatedAccounts } from './simulated-accounts.ts';
import { SimulatedDialler } from './simulated-dialler.ts';
import { SimulatedTeam } from './simulated-team.ts';
import { SimulationError } from './simulation-error.ts';
import type { SimulationInput } from './simulation-input.ts';
import { type PlannedRep, planSimulation } from './simulation-plan.ts';
import { createReport, type SimulationReport } from './simulation-report.ts';

interface Dependencies {
  /** Reads the database of the service. */
  query: Query;
  /** Adds the reps and the key of the run to the brand. */
  createAccounts: () => Promise<SimulatedAccounts>;
  /** Deactivates the reps and revokes the key. */
  closeAccounts: (accounts: SimulatedAccounts, outcome: Record<string, unknown>) => Promise<void>;
  /** `done` of `total` parts of a step; 0 of 0: the step has no parts. */
  onProgress: (step: string, done: number, total: number) => void;
  now: () => Date;
  /** Ends the run early. */
  signal: AbortSignal;
}

const connectPatienceMs = 20_000;
/** Sockets reconnect within 15 s, and messages that were lost between instances are delivered again within 10 s. */
const quietPatienceMs = 30_000;
const lookEveryMs = 250;

/**
 * Runs a simulated dialler and its reps against the service and compares the result with the database. Always deactivates the reps
 * and revokes the key at the end. Rejects with SimulationError when it ends early or cannot begin.
 */
export async function simulate(input: SimulationInput, dependencies: Dependencies): Promise<SimulationReport> {
  const { query, createAccounts, closeAccounts, onProgress, signal } = dependencies;
  const plan = planSimulation(input);
  onProgress('adding reps', 0, 0);
  const since = await readDatabaseTime(query);
  const accounts = await createAccounts();
  let disagreements: number | null = null;
  try {
    const report = await runWith(accounts, plan, since, input, dependencies);
    disagreements = report.disagreements.length;
    return report;
  } finally {
    onProgress('deactivating reps and revoking key', 0, 0);
    await closeAccounts(accounts, { interrupted: signal.aborted, disagreements });
  }
}

async function runWith(
  accounts: SimulatedAccounts,
  plan: readonly PlannedRep[],
  since: Date,
  input: SimulationInput,
  { query, onProgress, now, signal }: Dependencies,
): Promise<SimulationReport> {
  const { brand, run, servers, seed, faults } = input;
  const startedAt = now();
  const team = new SimulatedTeam({ accounts, plan, servers, seed, faults });
  const emails = new Map(accounts.reps.map(({ number, user }) => [number, user.email]));
  const emailOf = (rep: number) => emails.get(rep) ?? '';
  const total = plan.reduce((sum, { events }) => sum + events.length, 0);
  const dialler = new SimulatedDialler({
    run,
    servers,
    apiKey: accounts.key.key,
    emailOf,
    cutSocket: (rep, socket) => team.cut(rep, socket),
    onProgress: (sent) => {
      if (sent <= total) onProgress('sending events', sent, total);
    },
    signal,
  });
  const users = accounts.reps.map(({ user }) => user);

  const findUnheard = () =>
    team.members.flatMap((member) =>
      compareRelays(
        member,
        dialler.events.filter(({ rep }) => rep === member.number),
        { at: performance.now() },
      ),
    );

  function throwIfInterrupted(): void {
    if (signal.aborted) {
      throw new SimulationError(`${run} was interrupted; its reps were deactivated and its key was revoked`, {
        code: 'interrupted',
      });
    }
  }

  /** Waits until states, events and sessions agree; returns the differences that remain at the time limit. */
  async function agree(isReady: () => boolean): Promise<Mismatch[]> {
    const deadline = performance.now() + quietPatienceMs;
    for (;;) {
      const found = compareStates(team.shown(), await readStates(query, users));
      if ((found.length === 0 && findUnheard().length === 0 && isReady()) || performance.now() > deadline) {
        return found;
      }
      throwIfInterrupted();
      await pause(lookEveryMs, signal);
    }
  }

  try {
    onProgress('connecting tabs and companions', 0, 0);
    team.start();
    await team.waitUntilConnected(connectPatienceMs, signal);
    await dialler.run(plan);
    throwIfInterrupted();
    onProgress('waiting until tabs and companions agree', 0, 0);
    const midway = await agree(() => true);
    onProgress('ending calls', 0, 0);
    await dialler.endAll(plan);
    const [atTheEnd] = await Promise.all([agree(() => team.isQuiet), team.settled(quietPatienceMs, signal)]);
    const unheard = findUnheard();
    team.stop();
    const records = await readRecords(query, { brandId: brand.id, users, since });
    const recordings = compareRecordings(team.recordings(), records.events, dialler.events);
    const disagreements = [
      ...compareEvents({ run, sent: dialler.events, rows: records.events, emailOf }),
      ...compareCalls(records.events, records.calls),
      ...midway.map((disagreement) => ({ ...disagreement, kind: `${disagreement.kind}, during live calls` })),
      ...atTheEnd,
      ...compareWithEvents(team.identities(), records.states, records.events),
      ...unheard,
      ...recordings.disagreements,
      ...compareProduced(team, records),
      ...team.failures(),
    ];
    return createReport({ input, startedAt, endedAt: now(), plan, dialler, team, records, recordings, disagreements });
  } finally {
    // The calls of a run that ended early are ended as well.
    if (signal.aborted) await Promise.race([dialler.endAll(plan), pause(5000, new AbortController().signal)]);
    team.stop();
  }
}

function compareProduced({ members }: SimulatedTeam, records: Records): Mismatch[] {
  const sessions = members.flatMap(({ companion }) => companion.sessions);
  const chunks = members.flatMap(({ companion }) => companion.chunks);
  return [...compareSessions({ sessions, chunks }, records), ...compareChunks({ sessions, chunks }, records)];
}
