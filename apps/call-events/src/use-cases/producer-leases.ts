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
  /** The refresh under way: what is done to one lease is done in turn. */
  refreshing: Promise<void> | null;
}

/** A lease whose producer is gone; what is yet to be told of it. */
interface Departure {
  hold: Hold;
  leftAtMs: number;
  isOnFile: boolean;
  /** What is being told of it right now. */
  telling: Promise<void> | null;
}

/** The leases that producers connected to this instance hold, or believe to hold. A producer is named by its socket. */
export class ProducerLeases {
  readonly #dependencies: Dependencies;
  /** By producer, then by session. */
  readonly #holds = new Map<string, Map<string, Hold>>();
  readonly #departures = new Set<Departure>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get count(): number {
    let count = 0;
    for (const holds of this.#holds.values()) count += holds.size;
    return count;
  }

  /** A producer has just taken the lease. */
  hold(sessionId: string, token: string, producer: string): void {
    const now = this.#dependencies.now();
    const hold = { sessionId, token, producer, refreshing: null, refreshedAtMs: now, triedAtMs: now };
    const holds = this.#holds.get(producer) ?? new Map<string, Hold>();
    this.#holds.set(producer, holds.set(sessionId, hold));
  }

  /** The token under which a producer holds the lease, as far as this instance knows. */
  tokenOf(sessionId: string, producer: string): string | null {
    return this.#holdOf(sessionId, producer)?.token ?? null;
  }

  /** What the producer still sends for the session counts for nothing. */
  forget(sessionId: string, producer: string): void {
    const holds = this.#holds.get(producer);
    holds?.delete(sessionId);
    if (holds?.size === 0) this.#holds.delete(producer);
  }

  /** A frame came: fifty times a second a producer. Answers whether the producer holds the lease. */
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

  /** A producer is gone: its leases live on as orphans. Never rejects; what fails is tried again by `retry`. */
  async disconnect(producer: string): Promise<void> {
    await this.#leave([producer]);
  }

  /** Tries again what failed when producers went; waits for what is being told of them. */
  async retry(): Promise<void> {
    await this.#tell(this.#departures);
  }

  /** All producers go, because this instance does. */
  async stop(): Promise<void> {
    await this.#leave([...this.#holds.keys()]);
    await this.retry();
  }

  #holdOf(sessionId: string, producer: string): Hold | undefined {
    return this.#holds.get(producer)?.get(sessionId);
  }

  async #leave(producers: string[]): Promise<void> {
    const leftAtMs = this.#dependencies.now();
    const departures: Departure[] = [];
    for (const producer of producers) {
      for (const hold of this.#holds.get(producer)?.values() ?? []) {
        departures.push({ hold, leftAtMs, isOnFile: false, telling: null });
      }
      this.#holds.delete(producer);
    }
    for (const departure of departures) this.#departures.add(departure);
    // These alone: when many producers go one after the other, each lease is written once.
    await this.#tell(departures);
  }

  async #tell(departures: Iterable<Departure>): Promise<void> {
    await Promise.all(
      [...departures].map((departure) => {
        departure.telling ??= this.#orphan(departure).finally(() => {
          departure.telling = null;
        });
        return departure.telling;
      }),
    );
  }

  async #orphan(departure: Departure): Promise<void> {
    const { leases, sessions, terms, now, onFailure } = this.#dependencies;
    const { hold, leftAtMs } = departure;
    const { sessionId, token } = hold;
    // Its last refresh may still take a lease that had run out.
    await hold.refreshing;
    if (!leavesOrphan(hold, terms, leftAtMs)) {
      this.#departures.delete(departure);
      return;
    }
    // By now it has run out, told or not.
    if (now() - leftAtMs >= terms.leaseMs) this.#departures.delete(departure);
    const forMs = orphanMsLeft(terms, leftAtMs, now());
    try {
      if (!departure.isOnFile && (await sessions.keepOrphaned(sessionId, token, forMs)) === 'not the owner') {
        await leases.abandon(sessionId, token, forMs);
        this.#departures.delete(departure);
        return;
      }
      departure.isOnFile = true;
      if ((await leases.orphan(sessionId, token, forMs)) === 'lost') {
        // From one that came too late, as in a refresh.
        await leases.acquire(sessionId, token);
        await leases.orphan(sessionId, token, forMs);
      }
      this.#departures.delete(departure);
    } catch (error) {
      onFailure(error);
    }
  }

  /** On file first: who is not the owner there must not touch the lease. A file that is away lets the store decide. */
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
      // It may have come to the store after the owner: he takes the lease back with a frame, or has gone.
      await leases.abandon(sessionId, token, terms.orphanMs);
      return;
    }
    if (kept === 'kept') hold.refreshedAtMs = triedAtMs;
    if ((await leases.refresh(sessionId, token)) === 'held') hold.refreshedAtMs = triedAtMs;
    // The store has it from someone whom the file does not name: one that came too late.
    else if (kept === 'kept') await leases.acquire(sessionId, token);
  }
}
