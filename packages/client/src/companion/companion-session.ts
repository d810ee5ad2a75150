// The transcription session of a companion. The service identifies its producer by the connection that opened or resumed it. So a
// session is held on one connection, and after a reconnect it must be resumed before any other request for it.

export interface CompanionSession {
  readonly id: string;
  /** The call that is recorded into it; null: unknown so far. */
  readonly callReference: string | null;
  /** The number of the connection that holds it. */
  readonly heldOn: number;
  /** The highest sequence of its chunks. */
  readonly lastSequence: number;
}

export type SessionStatus = 'none' | 'held' | 'to be resumed';

export function sessionStatus(session: CompanionSession | null, connection: number | null): SessionStatus {
  if (session === null) return 'none';
  return session.heldOn === connection ? 'held' : 'to be resumed';
}

/** The session as `connection` holds it now, with the known data of the same session. */
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
 * Strictly increases, and stays above the numbers of the same companion before a restart: the service stores a sequence once, and
 * would treat a second 1 as a retry of the first. The service sends the next stored number, so a clock that was set back causes no
 * reuse. A correct clock stays above chunks that are still on their way. `at` is ms since 1970.
 */
export function nextChunkSequence({ lastSequence }: CompanionSession, at: number): number {
  return Math.max(lastSequence + 1, at);
}
