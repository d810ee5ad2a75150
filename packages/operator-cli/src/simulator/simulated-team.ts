import { OperatorError } from '../operator-error.ts';
import { pause } from '../pause.ts';
import type { SimulatedAccounts } from '../simulated-accounts.ts';
import { SimulatedCompanion } from './simulated-companion.ts';
import type { SentEvent } from './simulated-dialler.ts';
import { SimulatedTab } from './simulated-tab.ts';
import type { PlannedRep } from './simulation-plan.ts';

/** A rep with their tabs and companion. */
export interface TeamMember {
  /** From 1. */
  number: number;
  rep: string;
  tabs: SimulatedTab[];
  companion: SimulatedCompanion;
}

interface Options {
  accounts: SimulatedAccounts;
  plan: readonly PlannedRep[];
  servers: readonly string[];
}

/** All tabs and companions of a run, spread over the instances. */
export class SimulatedTeam {
  readonly members: readonly TeamMember[];
  #isRefused = false;

  constructor({ accounts, plan, servers }: Options) {
    const onUnauthorized = () => {
      this.#isRefused = true;
    };
    this.members = accounts.reps.map(({ number, user, tokens }) => {
      const serverOf = (socket: number) => servers[(number + socket) % servers.length] ?? '';
      const { tabs = 0 } = plan.find((planned) => planned.number === number) ?? {};
      return {
        number,
        rep: user.email,
        tabs: Array.from(
          { length: tabs },
          (_, tab) => new SimulatedTab({ url: serverOf(tab), token: tokens.tab, onUnauthorized }),
        ),
        companion: new SimulatedCompanion({ url: serverOf(tabs), token: tokens.companion, onUnauthorized }),
      };
    });
  }

  get #sockets(): (SimulatedTab | SimulatedCompanion)[] {
    return this.members.flatMap(({ tabs, companion }) => [...tabs, companion]);
  }

  start(): void {
    for (const socket of this.#sockets) socket.start();
  }

  stop(): void {
    for (const socket of this.#sockets) socket.stop();
  }

  /** Resolves when every tab and companion has received its first state. */
  async waitUntilConnected(patienceMs: number, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + patienceMs;
    const waiting = () => this.#sockets.filter(({ isReady }) => !isReady);
    while (waiting().length > 0 && !signal.aborted) {
      if (this.#isRefused) {
        throw new OperatorError('the service refuses the tokens of the simulated reps', {
          hint: 'SESSION_SECRET and DATABASE_URL must be those of the service, and every --url one of its addresses',
        });
      }
      if (performance.now() > deadline) {
        const urls = [...new Set(waiting().map(({ url }) => url))].join(' and ');
        throw new OperatorError(
          `${waiting().length} tabs and companions were not accepted within ${patienceMs / 1000} s at ${urls}`,
          { code: 'unavailable' },
        );
      }
      await pause(50, signal);
    }
  }

  /** Resolves when every tab has received every accepted event of its rep, or at the time limit. */
  async waitUntilHeard(sent: readonly SentEvent[], patienceMs: number, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline && !signal.aborted && this.#hasMissed(sent)) await pause(50, signal);
  }

  #hasMissed(sent: readonly SentEvent[]): boolean {
    return this.members.some(({ number, tabs }) =>
      sent.some(
        ({ rep, eventId, answer }) => rep === number && answer && tabs.some(({ heard }) => !heard.has(eventId)),
      ),
    );
  }
}
