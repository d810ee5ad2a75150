/** Simulated faults between dialler, tabs, companions and service. Shares are of events, from 0 to 1. */
export interface Faults {
  /** Sent twice or three times at the same time. */
  duplicates: number;
  /** Overtaken by the next event of the call. */
  reordering: number;
  /** The answer is dropped, so that the dialler retries; with the same probability a socket is cut. */
  drops: number;
  /** Sent again seconds later. */
  lateRetries: number;
  /** The largest error of the diallers' clocks, in seconds. */
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
