import type { TranscriptionSessions } from '../sessions.store.ts';
import type { LeaseStore } from './lease-store.ts';

interface Dependencies {
  sessions: Pick<TranscriptionSessions, 'leasesOnFile'>;
  leases: Pick<LeaseStore, 'restore'>;
}

/** Adds leases to the lease store that it has lost, from those on file. */
export class LeaseRestoration {
  readonly #dependencies: Dependencies;
  /** A store in memory starts empty; Redis may have lost its leases while no instance was running. */
  #mayLackLeases = true;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The store has been away, so it may have lost its leases. */
  noteReturn(): void {
    this.#mayLackLeases = true;
  }

  /** Does nothing unless the store may lack leases. Rejects when it could not be done; the next call tries again. */
  async restore(): Promise<void> {
    if (!this.#mayLackLeases) return;
    const { sessions, leases } = this.#dependencies;
    // Before the leases are read: the store may lose them again meanwhile.
    this.#mayLackLeases = false;
    try {
      await leases.restore(await sessions.leasesOnFile());
    } catch (error) {
      this.#mayLackLeases = true;
      throw error;
    }
  }
}
