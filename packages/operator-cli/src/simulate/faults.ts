/** What goes wrong on the way between a dialler, tabs and companions and the service. Shares are of events, from 0 to 1. */
export interface Faults {
  /** Sent twice or three times at once. */
  duplicates: number;
  /** Overtaken by the next event of the call. */
  reordering: number;
  /** The answer is lost, so that the dialler tries again; as often a socket is cut. */
  drops: number;
  /** Sent again seconds later. */
  lateRetries: number;
  /** By how much the diallers' clocks are wrong at most. */
  clockSkewSeconds: number;
}

export const noFaults: Faults = { duplicates: 0, reordering: 0, drops: 0, lateRetries: 0, clockSkewSeconds: 0 };

export const allFaults: Faults = {
  duplicates: 0.1,
  reordering: 0.1,
  drops: 0.05,
  lateRetries: 0.1,
  clockSkewSeconds: 300,
};
