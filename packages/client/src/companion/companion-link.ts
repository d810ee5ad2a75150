/** What a link reports, in the order in which it happens. */
export interface CompanionLinkEvents {
  connected: () => void;
  /** The connection has ended; the link tries again. */
  lost: () => void;
  /** The connection could not be made; the link tries again. */
  failed: (error: Error) => void;
  /** The token was refused; the link tries again only when it may get another token. */
  refused: () => void;
  /** The service reaches its database. */
  alive: () => void;
  recordingState: (payload: unknown, acknowledge: (answer: { applied: number }) => void) => void;
  callEnded: (payload: unknown) => void;
}

/** The connection to the service: one at a time, made again after each loss. */
export interface CompanionLink {
  /** Resolves to the acknowledgement; rejects when the connection is lost or the answer is late. */
  request: (event: string, payload: object) => Promise<unknown>;
  sendFrame: (sessionId: string, bytes: Uint8Array) => void;
  /** Whether `probe` works on the current connection. */
  canProbe: () => boolean;
  /** Sends a ping and calls back after its answer, and after everything that arrived before it. */
  probe: (answered: () => void) => void;
  /** Closes the current connection and makes another. */
  renew: () => void;
  start: (events: CompanionLinkEvents) => void;
  /**
   * Reports nothing more. Tells the service that the companion has left once `hasStopped` resolves to true; false: closes the
   * connection without it, so that the service counts the companion as one that may still record.
   */
  stop: (hasStopped: Promise<boolean>) => Promise<void>;
}
