import type { LeaseTerms } from '../rules/transcription-lease.ts';
import type { LeaseStore } from './lease-store.ts';

interface Options extends Pick<LeaseTerms, 'leaseMs'> {
  /** A monotonic clock in milliseconds. */
  now: () => number;
}

interface Lease {
  token: string;
  orphaned: boolean;
  untilMs: number;
}

/**
 * The leases of a deployment with a single instance. Starts empty: until the stored leases are restored, missing ones
 * are `unknown`.
 */
export function createMemoryLeaseStore({ leaseMs, now }: Options): LeaseStore {
  const leases = new Map<string, Lease>();
  let isComplete = false;

  function find(sessionId: string): Lease | undefined {
    const lease = leases.get(sessionId);
    if (lease === undefined || lease.untilMs > now()) return lease;
    leases.delete(sessionId);
    return undefined;
  }

  function forgetLapsed(): void {
    for (const sessionId of leases.keys()) find(sessionId);
  }

  return {
    acquire: async (sessionId, token) => {
      forgetLapsed();
      leases.set(sessionId, { token, orphaned: false, untilMs: now() + leaseMs });
    },

    refresh: async (sessionId, token) => {
      const lease = find(sessionId);
      if (lease !== undefined && lease.token !== token) return 'lost';
      leases.set(sessionId, { token, orphaned: false, untilMs: now() + leaseMs });
      return 'held';
    },

    orphan: async (sessionId, token, forMs) => {
      const lease = find(sessionId);
      if (lease !== undefined && lease.token !== token) return 'lost';
      if (!lease?.orphaned) leases.set(sessionId, { token, orphaned: true, untilMs: now() + forMs });
      return 'held';
    },

    abandon: async (sessionId, token, forMs) => {
      const lease = find(sessionId);
      if (lease?.token !== token) return 'lost';
      if (!lease.orphaned) leases.set(sessionId, { token, orphaned: true, untilMs: now() + forMs });
      return 'held';
    },

    release: async (sessionId, token) => {
      if (find(sessionId)?.token === token) leases.delete(sessionId);
    },

    status: async (sessionId) => {
      const lease = find(sessionId);
      if (lease === undefined) return 'absent';
      return lease.orphaned ? 'orphaned' : 'held';
    },

    restore: async (onFile) => {
      isComplete = true;
      for (const { sessionId, token, isOrphaned, forMs } of onFile) {
        if (find(sessionId) !== undefined) continue;
        leases.set(sessionId, { token, orphaned: isOrphaned, untilMs: now() + forMs });
      }
    },

    presences: async (sessionIds) => {
      const missing = isComplete ? 'absent' : 'unknown';
      return new Map(sessionIds.map((id) => [id, find(id) === undefined ? missing : 'present']));
    },
  };
}
