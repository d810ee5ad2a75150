export interface CompanionPresence {
  type: 'companion';
  at: number;
  companion: string;
  rep: string;
  instance: number;
  /** `plain` does only what the protocol demands; `reference` is the companion of `@callside/client`. */
  kind: 'plain' | 'reference';
  presence: 'opening' | 'connected' | 'lost';
}

export interface Delivered {
  type: 'delivered';
  at: number;
  companion: string;
  rep: string;
  isGreeting: boolean;
  sequence: number;
  paused: boolean;
  call: string | null;
}

export interface Acknowledged {
  type: 'acknowledged';
  at: number;
  companion: string;
  rep: string;
  sequence: number;
}

export interface Recorded {
  type: 'recorded';
  at: number;
  companion: string;
  rep: string;
  from: number;
  to: number;
}

/** The session that a companion has; null: none. */
export interface SessionHeld {
  type: 'session held';
  at: number;
  companion: string;
  rep: string;
  session: string | null;
}

/** A chunk of a transcript was acknowledged. */
export interface ChunkStored {
  type: 'chunk stored';
  at: number;
  companion: string;
  rep: string;
  session: string;
  sequence: number;
  text: string;
}
