/** What a link reports, in the order of its happening. */
export interface CompanionLinkEvents {
  connected: () => void;
  /** The connection has ended or could not be made; the link goes on trying. */
  lost: () => void;
  /** The token was refused; the link tries again only where it may get another. */
  refused: () => void;
  /** Anything at all has arrived; told after what arrived with it. */
  heard: () => void;
  recordingState: (payload: unknown, acknowledge: (answer: { applied: number }) => void) => void;
  callEnded: (payload: unknown) => void;
}

/** The way to the service: one connection at a time, made anew whenever it is lost. */
export interface CompanionLink {
  /** Resolves to the acknowledgement; rejects when the connection is lost or the answer is late. */
  request: (event: string, payload: object) => Promise<unknown>;
  sendFrame: (sessionId: string, bytes: Uint8Array) => void;
  /** Whether `probe` works on the connection of now. */
  canProbe: () => boolean;
  /** Asks for a sign of life and calls back when it has come, after all that had arrived before it. */
  probe: (answered: () => void) => void;
  /** Gives the connection of now up and makes another. */
  renew: () => void;
  start: (events: CompanionLinkEvents) => void;
  stop: () => void;
}
