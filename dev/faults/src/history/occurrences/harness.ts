/** The machine did not run the harness or a service although it was ready: observations may be late by this time. */
export interface Stall {
  type: 'stall';
  at: number;
  forMs: number;
}

/** Something did not happen within the harness's limit, or a service ended unexpectedly. */
export interface Missing {
  type: 'missing';
  at: number;
  what: string;
}
