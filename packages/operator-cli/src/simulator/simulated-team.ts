import type { ShownState } from './compare-states.ts';
import { createDraws } from './draws.ts';
import type { Faults } from './faults.ts';
import type { Mismatch } from './mismatch.ts';
import { pause } from './pause.ts';
import type { SimulatedAccounts } from './simulated-accounts.ts';
import { SimulatedCompanion } from './simulated-companion.ts';
import { SimulatedTab } from './simulated-tab.ts';
import { SimulationError } from './simulation-error.ts';
import type { PlannedRep } from './simulation-plan.ts';

/** A rep with their tabs and companion. */
export interface TeamMember {
  /** From 1. */
  number: number;
  rep: string;
  userId: string;
  tabs: SimulatedTab[];
  companion: SimulatedCompanion;
}

interface Options {
  accounts: SimulatedAccounts;
  plan: readonly PlannedRep[];
  servers: readonly string[];
  seed: number;
  faults: Faults;
}

/** All tabs and companions of a run, spread over the instances. */
export class SimulatedTeam {
  readonly members: readonly TeamMember[];
  #isRefused = false;

  constructor({ accounts, plan, servers, seed, faults }: Options) {
    const onUnauthorized = () => {
      this.#isRefused = true;
    };
    this.members = accounts.reps.map(({ number, user, tokens }) => {
      const serverOf = (socket: number) => servers[(number + socket) % servers.length] ?? '';
      const { tabs = 0 } = plan.find((planned) => planned.number === number) ?? {};
      const draws = createDraws(seed + number);
      return {
        number,
        rep: user.email,
        userId: user.id,
        tabs: Array.from(
          { length: tabs },
          (_, tab) => new SimulatedTab({ url: serverOf(tab), token: tokens.tab, onUnauthorized }),
        ),
        companion: new SimulatedCompanion({
          url: serverOf(tabs),
          token: tokens.companion,
          isDuplicated: () => draws.chance(faults.duplicates),
          onUnauthorized,
        }),
      };
    });
  }

  /** Whether all sessions of ended calls are closed and all chunks acknowledged. */
  get isQuiet(): boolean {
    return this.members.every(({ companion }) => companion.view.sessionId === null && companion.waitingChunks === 0);
  }

  start(): void {
    for (const { tabs, companion } of this.members) for (const socket of [...tabs, companion]) socket.start();
  }

  /** Resolves when every tab and companion has received its first state. */
  async waitUntilConnected(patienceMs: number, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + patienceMs;
    const waiting = () =>
      this.members.flatMap(({ tabs, companion }) => [
        ...tabs.filter(({ isListening }) => !isListening),
        ...(companion.view.unknownReason === null ? [] : [companion]),
      ]);
    while (waiting().length > 0 && !signal.aborted) {
      if (this.#isRefused) {
        throw new SimulationError('the service refuses the tokens of the simulated reps', {
          hint: 'SESSION_SECRET and DATABASE_URL must be those of the service, and every --url one of its addresses',
        });
      }
      if (performance.now() > deadline) {
        const urls = [...new Set(waiting().map(({ url }) => url))].join(' and ');
        throw new SimulationError(
          `${waiting().length} tabs and companions were not accepted within ${patienceMs / 1000} s at ${urls}`,
          { code: 'unavailable' },
        );
      }
      await pause(50, signal);
    }
  }

  cut(rep: number, socket: number): void {
    const member = this.members.find(({ number }) => number === rep);
    const cut = member && [...member.tabs, member.companion][socket];
    cut?.cut();
  }

  /** Resolves when the companions have closed the sessions of ended calls, or at the time limit. */
  async settled(patienceMs: number, signal: AbortSignal): Promise<void> {
    const stopWaiting = new AbortController();
    const limit = pause(patienceMs, AbortSignal.any([signal, stopWaiting.signal]));
    await Promise.race([limit, Promise.all(this.members.map(({ companion }) => companion.settled()))]);
    stopWaiting.abort();
  }

  stop(): void {
    for (const { tabs, companion } of this.members) for (const socket of [...tabs, companion]) socket.stop();
  }

  shown(): ShownState[] {
    return this.members.map(({ rep, userId, tabs, companion }) => ({
      rep,
      userId,
      tabs: tabs.map(({ view }) => view),
      companion: companion.view,
    }));
  }

  identities(): { userId: string; email: string }[] {
    return this.members.map(({ userId, rep }) => ({ userId, email: rep }));
  }

  recordings() {
    return this.members.map(({ rep, companion }) => ({ rep, email: rep, recorded: companion.recorded }));
  }

  /** Requests of companions that the service refused. */
  failures(): Mismatch[] {
    return this.members.flatMap(({ rep, companion }) =>
      companion.failures.map((reason) => ({
        kind: 'request of a companion',
        subject: rep,
        expected: 'to be accepted',
        found: reason,
      })),
    );
  }
}
