// The transcription session of a companion. The service knows its producer by the connection that opened or resumed it, so
// a session is held on one connection and has to be resumed on the next, before anything else is said of it.

export interface CompanionSession {
  readonly id: string;
  /** The call that is recorded into it; null: not known yet. */
  readonly callReference: string | null;
  /** The number of the connection that holds it. */
  readonly heldOn: number;
  /** The highest sequence of its chunks. */
  readonly lastSequence: number;
}

export type SessionStanding = 'none' | 'held' | 'to be resumed';

export function sessionStanding(session: CompanionSession | null, connection: number | null): SessionStanding {
  if (session === null) return 'none';
  return session.heldOn === connection ? 'held' : 'to be resumed';
}

/** The session as `connection` holds it now. What is known of the session before goes on. */
export function heldSession(
  before: CompanionSession | null,
  {
    id,
    callReference,
    connection,
    nextSequence = 0,
  }: { id: string; callReference: string | null; connection: number; nextSequence?: number | undefined },
): CompanionSession {
  const known = before?.id === id ? before : null;
  return {
    id,
    callReference: callReference ?? known?.callReference ?? null,
    heldOn: connection,
    lastSequence: Math.max(known?.lastSequence ?? 0, nextSequence - 1),
  };
}

/**
 * Rises strictly, and above what the same companion used before it was started anew: the service stores a sequence once, and
 * a second 1 would be taken for a retry of the first. The service says what is stored, so that a clock that was set back
 * does no harm; a clock that is right stays above what is still on its way. `at` is ms since 1970.
 */
export function nextChunkSequence({ lastSequence }: CompanionSession, at: number): number {
  return Math.max(lastSequence + 1, at);
}
