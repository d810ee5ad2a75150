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
    const report = await new SimulationRun({ input, plan, accounts, since, dependencies }).run();
    disagreements = report.disagreements.length;
    return report;
  } finally {
    onProgress('deactivating reps and revoking key', 0, 0);
    await closeAccounts(accounts, { interrupted: signal.aborted, disagreements });
  }
}

interface RunOptions {
  input: SimulationInput;
  plan: readonly PlannedRep[];
  accounts: SimulatedAccounts;
  /** When the run began, by the database's clock. */
  since: Date;
  dependencies: Dependencies;
}

class SimulationRun {
  readonly #options: RunOptions;
  readonly #team: SimulatedTeam;
  readonly #dialler: SimulatedDialler;
  readonly #users: readonly { id: string; email: string }[];
  readonly #emailOf: (rep: number) => string;

  constructor(options: RunOptions) {
    const { input, plan, accounts, dependencies } = options;
    const { run, servers, seed, faults } = input;
    const { onProgress, signal } = dependencies;
    const total = plan.reduce((sum, { events }) => sum + events.length, 0);
    const emails = new Map(accounts.reps.map(({ number, user }) => [number, user.email]));
    this.#options = options;
    this.#users = accounts.reps.map(({ user }) => user);
    this.#emailOf = (rep) => emails.get(rep) ?? '';
    this.#team = new SimulatedTeam({ accounts, plan, servers, seed, faults });
    this.#dialler = new SimulatedDialler({
      run,
      servers,
      apiKey: accounts.key.key,
      emailOf: this.#emailOf,
      cutSocket: (rep, socket) => this.#team.cut(rep, socket),
      onProgress: (sent) => {
        if (sent <= total) onProgress('sending events', sent, total);
      },
      signal,
    });
  }

  async run(): Promise<SimulationReport> {
    const { input, plan, since, dependencies } = this.#options;
    const { query, onProgress, now, signal } = dependencies;
    const [team, dialler] = [this.#team, this.#dialler];
    const startedAt = now();
    try {
      onProgress('connecting tabs and companions', 0, 0);
      team.start();
      await team.waitUntilConnected(connectPatienceMs, signal);
      await dialler.run(plan);
      this.#throwIfInterrupted();
      onProgress('waiting until tabs and companions agree', 0, 0);
      const midway = await this.#agree(() => true);
      onProgress('ending calls', 0, 0);
      await dialler.endAll(plan);
      const [atTheEnd] = await Promise.all([this.#agree(() => team.isQuiet), team.settled(quietPatienceMs, signal)]);
      const unheard = this.#findUnheard();
      team.stop();
      const records = await readRecords(query, { brandId: input.brand.id, users: this.#users, since });
      const recordings = compareRecordings(team.recordings(), records.events, dialler.events);
      const disagreements = [
        ...compareEvents({ run: input.run, sent: dialler.events, rows: records.events, emailOf: this.#emailOf }),
        ...compareCalls(records.events, records.calls),
        ...midway.map((disagreement) => ({ ...disagreement, kind: `${disagreement.kind}, during live calls` })),
        ...atTheEnd,
        ...compareWithEvents(team.identities(), records.states, records.events),
        ...unheard,
        ...recordings.disagreements,
        ...compareProduced(team, records),
        ...team.failures(),
      ];
      return createReport({
        input,
        startedAt,
        endedAt: now(),
        plan,
        dialler,
        team,
        records,
        recordings,
        disagreements,
      });
    } finally {
      // The calls of a run that ended early are ended as well.
      if (signal.aborted) await Promise.race([dialler.endAll(plan), pause(5000, new AbortController().signal)]);
      team.stop();
    }
  }

  /** Waits until states, events and sessions agree; returns the differences that remain at the time limit. */
  async #agree(isReady: () => boolean): Promise<Mismatch[]> {
    const { query, signal } = this.#options.dependencies;
    const deadline = performance.now() + quietPatienceMs;
    for (;;) {
      const found = compareStates(this.#team.shown(), await readStates(query, this.#users));
      const isSettled = found.length === 0 && this.#findUnheard().length === 0 && isReady();
      if (isSettled || performance.now() > deadline) return found;
      this.#throwIfInterrupted();
      await pause(lookEveryMs, signal);
    }
  }

  #findUnheard(): Mismatch[] {
    return this.#team.members.flatMap((member) => {
      const sent = this.#dialler.events.filter(({ rep }) => rep === member.number);
      return compareRelays(member, sent, { at: performance.now() });
    });
  }

  #throwIfInterrupted(): void {
    const { input, dependencies } = this.#options;
    if (!dependencies.signal.aborted) return;
    throw new SimulationError(`${input.run} was interrupted; its reps were deactivated and its key was revoked`, {
      code: 'interrupted',
    });
  }
}

function compareProduced({ members }: SimulatedTeam, records: Records): Mismatch[] {
  const sessions = members.flatMap(({ companion }) => companion.sessions);
  const chunks = members.flatMap(({ companion }) => companion.chunks);
  return [...compareSessions({ sessions, chunks }, records), ...compareChunks({ sessions, chunks }, records)];
}
