import {
  type HeldLease,
  isOwedRefresh,
  isRefreshDue,
  type LeaseTerms,
  leavesOrphan,
} from '../domain/transcription-lease.ts';
import type { LeaseStore } from './lease-store.ts';
import type { TranscriptionSessions } from './transcription-sessions.ts';

interface Dependencies {
  leases: Pick<LeaseStore, 'acquire' | 'refresh' | 'orphan'>;
  sessions: Pick<TranscriptionSessions, 'keepRefreshed' | 'keepOrphaned'>;
  terms: LeaseTerms;
  /** A monotonic clock in milliseconds. */
  now: () => number;
  onFailure: (error: unknown) => void;
}

interface Hold extends HeldLease {
  sessionId: string;
  token: string;
  producer: string;
  /** The refresh under way: what is done to one lease is done in turn. */
  refreshing: Promise<void> | null;
}

/** The leases that producers connected to this instance hold. A producer is named by its socket. */
export class ProducerLeases {
  readonly #dependencies: Dependencies;
  readonly #holds = new Map<string, Hold>();
  /** Whose producer is gone, but whose orphaning is yet to succeed. */
  readonly #leaving = new Set<Hold>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get count(): number {
    return this.#holds.size;
  }

  /** A producer has just taken the lease. */
  hold(sessionId: string, token: string, producer: string): void {
    const now = this.#dependencies.now();
    const instants = { refreshedAtMs: now, triedAtMs: now, frameAtMs: now };
    this.#holds.set(sessionId, { sessionId, token, producer, refreshing: null, ...instants });
  }

  /** The token under which a producer holds the lease, as far as this instance knows. */
  tokenOf(sessionId: string, producer: string): string | null {
    const hold = this.#holds.get(sessionId);
    return hold?.producer === producer ? hold.token : null;
  }

  /** The session is closed: what its producer still sends counts for nothing. */
  forget(sessionId: string, token: string): void {
    if (this.#holds.get(sessionId)?.token === token) this.#holds.delete(sessionId);
  }

  /** A frame came. Cheap: it is called fifty times a second a producer. Answers whether the producer holds the lease. */
  frame(sessionId: string, producer: string): boolean {
    const hold = this.#holds.get(sessionId);
    if (hold?.producer !== producer) return false;
    const { terms, now } = this.#dependencies;
    hold.frameAtMs = now();
    if (hold.refreshing === null && isRefreshDue(hold, terms, hold.frameAtMs)) this.#startRefresh(hold);
    return true;
  }

  /** The store was away: it is told at once of the frames that came meanwhile. */
  refreshOwed(): void {
    const { terms, now } = this.#dependencies;
    for (const hold of this.#holds.values()) {
      if (hold.refreshing === null && isOwedRefresh(hold, terms, now())) this.#startRefresh(hold);
    }
  }

  /** A producer is gone: its leases live on as orphans. Never rejects; what fails is tried again by `retry`. */
  async disconnect(producer: string): Promise<void> {
    const left = [...this.#holds.values()].filter((hold) => hold.producer === producer);
    await this.#leave(left);
  }

  /** Tries again what failed when producers went. */
  async retry(): Promise<void> {
    await Promise.all([...this.#leaving].map((hold) => this.#orphan(hold)));
  }

  /** All producers go, because this instance does. */
  async stop(): Promise<void> {
    await this.#leave([...this.#holds.values()]);
    await this.retry();
  }

  async #leave(left: Hold[]): Promise<void> {
    for (const hold of left) {
      this.#holds.delete(hold.sessionId);
      this.#leaving.add(hold);
    }
    await Promise.all(left.map((hold) => this.#orphan(hold)));
  }

  async #orphan(hold: Hold): Promise<void> {
    const { leases, sessions, terms, now, onFailure } = this.#dependencies;
    await hold.refreshing;
    try {
      if (leavesOrphan(hold, terms, now()) && (await leases.orphan(hold.sessionId, hold.token)) === 'held') {
        await sessions.keepOrphaned(hold.sessionId, hold.token);
      }
      this.#leaving.delete(hold);
    } catch (error) {
      onFailure(error);
    }
  }

  #startRefresh(hold: Hold): void {
    hold.refreshing = this.#refresh(hold)
      .catch(this.#dependencies.onFailure)
      .finally(() => {
        hold.refreshing = null;
      });
  }

  async #refresh(hold: Hold): Promise<void> {
    const { leases, sessions, now } = this.#dependencies;
    const { sessionId, token } = hold;
    hold.triedAtMs = now();
    const standing = await leases.refresh(sessionId, token);
    if (standing === 'held') hold.refreshedAtMs = hold.triedAtMs;
    if ((await sessions.keepRefreshed(sessionId, token)) === 'not the owner') {
      this.forget(sessionId, token);
      return;
    }
    if (standing === 'held') return;
    // The store has it from someone whom the file does not name: one that came too late, or is gone.
    await leases.acquire(sessionId, token);
    hold.refreshedAtMs = hold.triedAtMs;
  }
}
