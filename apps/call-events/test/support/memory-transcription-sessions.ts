import type { TranscriptionSessions } from '../../src/transcription/transcription-sessions.ts';

interface Session {
  id: string;
  userId: string;
  leaseToken: string | null;
  leaseUntilMs: number;
  leaseOrphaned: boolean;
  endedAt: number | null;
  endReportedAt: number | null;
  finalizedAt: number | null;
  chunks: Set<number>;
}

interface Options {
  leaseMs: number;
  now: () => number;
}

/** Sessions of one call in memory, with the rules of the SQL. Each step is atomic, like one statement. */
export class MemoryTranscriptionSessions {
  readonly port: TranscriptionSessions;
  #session: Session | null = null;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.port = this.#createPort(options);
  }

  get session(): Session {
    if (this.#session === null) throw new Error('no session was opened');
    return this.#session;
  }

  /** The dialler reports the end of the call. */
  endCall(): void {
    const { session } = this;
    if (session.endReportedAt !== null) return;
    session.endReportedAt = this.#options.now();
    session.endedAt = session.endReportedAt;
  }

  #createPort({ leaseMs, now }: Options): TranscriptionSessions {
    const find = (id: string) => (this.#session?.id === id ? this.#session : null);
    const take = (session: Session, token: string) => {
      session.leaseToken = token;
      session.leaseUntilMs = now() + leaseMs;
      session.leaseOrphaned = false;
      session.finalizedAt = null;
    };
    const isOverdue = ({ finalizedAt, leaseUntilMs }: Session) => finalizedAt === null && leaseUntilMs < now();
    const overdueOf = (ids: readonly string[]) =>
      this.#session !== null && ids.includes(this.#session.id) && isOverdue(this.#session) ? [this.#session] : [];

    return {
      open: async ({ userId, newSessionId, token }) => {
        this.#session ??= {
          id: newSessionId,
          userId,
          leaseToken: null,
          leaseUntilMs: 0,
          leaseOrphaned: false,
          endedAt: null,
          endReportedAt: null,
          finalizedAt: null,
          chunks: new Set(),
        };
        take(this.#session, token);
        return this.#session.id;
      },
      callReferenceOf: async () => null,
      resume: async (sessionId, userId, token) => {
        const session = find(sessionId);
        if (session === null || session.userId !== userId) return false;
        take(session, token);
        return true;
      },
      keepRefreshed: async (sessionId, token) => {
        const session = find(sessionId);
        if (session === null || session.leaseToken !== token) return 'not the owner';
        take(session, token);
        return 'kept';
      },
      keepOrphaned: async (sessionId, token, forMs) => {
        const session = find(sessionId);
        if (session === null || session.leaseToken !== token || session.finalizedAt !== null) return 'not the owner';
        session.leaseUntilMs = now() + forMs;
        session.leaseOrphaned = true;
        return 'kept';
      },
      nextSequence: async (sessionId) => Math.max(-1, ...(find(sessionId)?.chunks ?? [])) + 1,
      find: async (sessionId, userId) => {
        const session = find(sessionId);
        if (session === null || session.userId !== userId) return null;
        const { leaseToken, finalizedAt } = session;
        return { leaseToken, finalizedAt: finalizedAt === null ? null : new Date(finalizedAt) };
      },
      close: async (sessionId, leaseToken) => {
        const session = find(sessionId);
        if (session === null || session.leaseToken !== leaseToken) return null;
        const finalizedNow = session.finalizedAt === null;
        session.finalizedAt ??= now();
        session.endedAt ??= now();
        session.leaseToken = null;
        return { finalizedAt: new Date(session.finalizedAt), finalizedNow };
      },
      storeChunk: async (userId, { sessionId, sequence }) => {
        const session = find(sessionId);
        if (session === null || session.userId !== userId) return 'unknown session';
        if (session.chunks.has(sequence)) return 'duplicate';
        session.chunks.add(sequence);
        if (session.endReportedAt === null && session.finalizedAt === null) session.endedAt = now();
        return 'stored';
      },
      findOverdue: async () => (this.#session === null ? [] : overdueOf([this.#session.id]).map(({ id }) => id)),
      finalizeOverdue: async (sessionIds) => {
        const overdue = overdueOf(sessionIds);
        for (const session of overdue) {
          session.finalizedAt = now();
          session.endedAt ??= now();
        }
        return overdue.length;
      },
      postponeOverdue: async (sessionIds, byMs) => {
        for (const session of overdueOf(sessionIds)) session.leaseUntilMs = now() + byMs;
      },
      leasesOnFile: async () => {
        const session = this.#session;
        if (session === null || session.leaseToken === null || session.finalizedAt !== null) return [];
        if (session.leaseUntilMs <= now()) return [];
        const { id: sessionId, leaseToken: token, leaseOrphaned: isOrphaned } = session;
        return [{ sessionId, token, isOrphaned, forMs: session.leaseUntilMs - now() }];
      },
    };
  }
}
