import {
  type HeldLease,
  isRefreshDue,
  type LeaseTerms,
  leavesOrphan,
  orphanMsLeft,
} from '../rules/transcription-lease.ts';
import type { TranscriptionSessions } from '../sessions.store.ts';
import type { LeaseStore } from './lease-store.ts';

interface Dependencies {
  leases: Pick<LeaseStore, 'acquire' | 'refresh' | 'orphan' | 'abandon'>;
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
  /** The refresh in progress: operations on one lease run one after another. */
  refreshing: Promise<void> | null;
}

/** A lease whose producer has disconnected, until PostgreSQL and the lease store have the orphan. */
interface PendingOrphan {
  hold: Hold;
  disconnectedAtMs: number;
  isOnFile: boolean;
  /** The write in progress. */
  writing: Promise<void> | null;
}

/** The leases of the producers connected to this instance, according to its own data. A producer is named by its socket id. */
export class ProducerLeases {
  readonly #dependencies: Dependencies;
  /** By producer, then by session. */
  readonly #holds = new Map<string, Map<string, Hold>>();
  readonly #pendingOrphans = new Set<PendingOrphan>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get count(): number {
    let count = 0;
    for (const holds of this.#holds.values()) count += holds.size;
    return count;
  }

  /** Records that a producer has just taken the lease. */
  hold(sessionId: string, token: string, producer: string): void {
    const now = this.#dependencies.now();
    const hold = { sessionId, token, producer, refreshing: null, refreshedAtMs: now, triedAtMs: now };
    const holds = this.#holds.get(producer) ?? new Map<string, Hold>();
    this.#holds.set(producer, holds.set(sessionId, hold));
  }

  /** The token with which a producer holds the lease according to this instance; null if it does not. */
  tokenOf(sessionId: string, producer: string): string | null {
    return this.#holdOf(sessionId, producer)?.token ?? null;
  }

  /** Ignores what the producer still sends for the session. */
  forget(sessionId: string, producer: string): void {
    const holds = this.#holds.get(producer);
    holds?.delete(sessionId);
    if (holds?.size === 0) this.#holds.delete(producer);
  }

  /** Called for each frame: fifty a second for each producer. Returns whether the producer holds the lease. */
  frame(sessionId: string, producer: string): boolean {
    const hold = this.#holdOf(sessionId, producer);
    if (hold === undefined) return false;
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

  /** Turns the leases of a disconnected producer into orphans. Never rejects; `retry` repeats what failed. */
  async disconnect(producer: string): Promise<void> {
    await this.#orphanLeasesOf([producer]);
  }

  /** Retries the failed writes for disconnected producers; also waits for those in progress. */
  async retry(): Promise<void> {
    await this.#write(this.#pendingOrphans);
  }

  /** Orphans the leases of all producers when this instance stops. */
  async stop(): Promise<void> {
    await this.#orphanLeasesOf([...this.#holds.keys()]);
    await this.retry();
  }

  #holdOf(sessionId: string, producer: string): Hold | undefined {
    return this.#holds.get(producer)?.get(sessionId);
  }

  async #orphanLeasesOf(producers: string[]): Promise<void> {
    const disconnectedAtMs = this.#dependencies.now();
    const pending: PendingOrphan[] = [];
    for (const producer of producers) {
      for (const hold of this.#holds.get(producer)?.values() ?? []) {
        pending.push({ hold, disconnectedAtMs, isOnFile: false, writing: null });
      }
      this.#holds.delete(producer);
    }
    for (const orphan of pending) this.#pendingOrphans.add(orphan);
    // Only these: when many producers disconnect in sequence, each lease is written once.
    await this.#write(pending);
  }

  async #write(pending: Iterable<PendingOrphan>): Promise<void> {
    await Promise.all(
      [...pending].map((orphan) => {
        orphan.writing ??= this.#orphan(orphan).finally(() => {
          orphan.writing = null;
        });
        return orphan.writing;
      }),
    );
  }

  async #orphan(orphan: PendingOrphan): Promise<void> {
    const { leases, sessions, terms, now, onFailure } = this.#dependencies;
    const { hold, disconnectedAtMs } = orphan;
    const { sessionId, token } = hold;
    // The last refresh may still take a lease that had expired.
    await hold.refreshing;
    if (!leavesOrphan(hold, terms, disconnectedAtMs)) {
      this.#pendingOrphans.delete(orphan);
      return;
    }
    // After `leaseMs` the lease has expired even without this write: try once more, then give up.
    if (now() - disconnectedAtMs >= terms.leaseMs) this.#pendingOrphans.delete(orphan);
    const forMs = orphanMsLeft(terms, disconnectedAtMs, now());
    try {
      if (!orphan.isOnFile && (await sessions.keepOrphaned(sessionId, token, forMs)) === 'not the owner') {
        await leases.abandon(sessionId, token, forMs);
        this.#pendingOrphans.delete(orphan);
        return;
      }
      orphan.isOnFile = true;
      if ((await leases.orphan(sessionId, token, forMs)) === 'lost') {
        // A late write of a producer that is not the owner, as in #refresh.
        await leases.acquire(sessionId, token);
        await leases.orphan(sessionId, token, forMs);
      }
      this.#pendingOrphans.delete(orphan);
    } catch (error) {
      onFailure(error);
    }
  }

  /** PostgreSQL first: a token that is not the owner there must not take the lease. If it is down, the lease store decides. */
  async #refresh(hold: Hold): Promise<void> {
    const { leases, sessions, terms, now, onFailure } = this.#dependencies;
    const { sessionId, token } = hold;
    const triedAtMs = now();
    hold.triedAtMs = triedAtMs;
    const kept = await sessions.keepRefreshed(sessionId, token).catch((error: unknown) => {
      onFailure(error);
      return 'unknown' as const;
    });
    if (kept === 'not the owner') {
      if (this.#holdOf(sessionId, hold.producer) === hold) this.forget(sessionId, hold.producer);
      // Our late write may have overwritten the owner's lease. As an orphan, the owner's next frame takes it back.
      await leases.abandon(sessionId, token, terms.orphanMs);
      return;
    }
    if (kept === 'kept') hold.refreshedAtMs = triedAtMs;
    if ((await leases.refresh(sessionId, token)) === 'held') hold.refreshedAtMs = triedAtMs;
    // The store has a token that is not the owner in PostgreSQL: a write that came too late.
    else if (kept === 'kept') await leases.acquire(sessionId, token);
  }
}
