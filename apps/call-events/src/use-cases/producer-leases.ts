import {
  type HeldLease,
  isRefreshDue,
  type LeaseTerms,
  leavesOrphan,
  orphanMsLeft,
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

/** A lease whose producer is gone; what is yet to be told of it. */
interface Departure {
  hold: Hold;
  leftAtMs: number;
  untold: Set<'file' | 'store'>;
}

/** The leases that producers connected to this instance hold. A producer is named by its socket. */
export class ProducerLeases {
  readonly #dependencies: Dependencies;
  readonly #holds = new Map<string, Hold>();
  readonly #departures = new Set<Departure>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get count(): number {
    return this.#holds.size;
  }

  /** A producer has just taken the lease. */
  hold(sessionId: string, token: string, producer: string): void {
    const now = this.#dependencies.now();
    this.#holds.set(sessionId, {
      sessionId,
      token,
      producer,
      refreshing: null,
      refreshedAtMs: now,
      triedAtMs: now,
    });
  }

  /** The token under which a producer holds the lease, as far as this instance knows. */
  tokenOf(sessionId: string, producer: string): string | null {
    const hold = this.#holds.get(sessionId);
    return hold?.producer === producer ? hold.token : null;
  }

  /** What the producer with that token still sends counts for nothing. */
  forget(sessionId: string, token: string): void {
    if (this.#holds.get(sessionId)?.token === token) this.#holds.delete(sessionId);
  }

  /** A frame came: fifty times a second a producer. Answers whether the producer holds the lease. */
  frame(sessionId: string, producer: string): boolean {
    const hold = this.#holds.get(sessionId);
    if (hold?.producer !== producer) return false;
    const { terms, now, onFailure } = this.#dependencies;
    if (hold.refreshing === null && isRefreshDue(hold, terms, now())) {
      hold.refreshing = this.#refresh(hold)
        .catch(onFailure)
        .finally(() => {
          hold.refreshing = null;
        });
    }
    return true;
  }

  /** A producer is gone: its leases live on as orphans. Never rejects; what fails is tried again by `retry`. */
  async disconnect(producer: string): Promise<void> {
    await this.#leave([...this.#holds.values()].filter((hold) => hold.producer === producer));
  }

  /** Tries again what failed when producers went. */
  async retry(): Promise<void> {
    await Promise.all([...this.#departures].map((departure) => this.#orphan(departure)));
  }

  /** All producers go, because this instance does. */
  async stop(): Promise<void> {
    await this.#leave([...this.#holds.values()]);
    await this.retry();
  }

  async #leave(left: Hold[]): Promise<void> {
    const leftAtMs = this.#dependencies.now();
    for (const hold of left) {
      this.#holds.delete(hold.sessionId);
      if (!leavesOrphan(hold, this.#dependencies.terms, leftAtMs)) continue;
      this.#departures.add({ hold, leftAtMs, untold: new Set(['file', 'store']) });
    }
    await this.retry();
  }

  async #orphan(departure: Departure): Promise<void> {
    const { leases, sessions, terms, now, onFailure } = this.#dependencies;
    const { hold, leftAtMs, untold } = departure;
    const { sessionId, token } = hold;
    await hold.refreshing;
    const forMs = orphanMsLeft(terms, leftAtMs, now());
    const tell = { file: sessions.keepOrphaned, store: leases.orphan };
    const telling = [...untold].map((whom) => tell[whom](sessionId, token, forMs).then(() => untold.delete(whom)));
    const outcomes = await Promise.allSettled(telling);
    if (untold.size === 0) this.#departures.delete(departure);
    for (const outcome of outcomes) if (outcome.status === 'rejected') onFailure(outcome.reason);
  }

  /** On file first: who is not the owner there must not touch the lease. A file that is away lets the store decide. */
  async #refresh(hold: Hold): Promise<void> {
    const { leases, sessions, now, onFailure } = this.#dependencies;
    const { sessionId, token } = hold;
    const triedAtMs = now();
    hold.triedAtMs = triedAtMs;
    const kept = await sessions.keepRefreshed(sessionId, token).catch((error: unknown) => {
      onFailure(error);
      return 'unknown' as const;
    });
    if (kept === 'not the owner') {
      this.forget(sessionId, token);
      return;
    }
    if (kept === 'kept') hold.refreshedAtMs = triedAtMs;
    if ((await leases.refresh(sessionId, token)) === 'held') hold.refreshedAtMs = triedAtMs;
    // The store has it from someone whom the file does not name: one that came too late.
    else if (kept === 'kept') await leases.acquire(sessionId, token);
  }
}
