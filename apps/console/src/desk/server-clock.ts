/** A reading of both clocks at about the same time. */
export interface ClockReading {
  /** The service's clock, in ms since 1970. */
  serverMs: number;
  /** This device's clock, in ms since 1970. */
  localMs: number;
  /** A clock that is never set, in ms. It may stop while the device sleeps. */
  steadyMs: number;
}

/** The service's time. Before the first reading it is the device's time. A change of the device's clock does not change it. */
export function serverTime(reading: ClockReading | null, localMs: number, steadyMs: number): number {
  return reading === null ? localMs : reading.serverMs + (steadyMs - reading.steadyMs);
}

/** Larger differences between the two clocks of the device mean that it slept or that its clock was set. */
const toleranceMs = 2_000;

/** The device slept or its clock was set since the reading: take another one. */
export function isOutdated(reading: ClockReading, localMs: number, steadyMs: number): boolean {
  return Math.abs(localMs - reading.localMs - (steadyMs - reading.steadyMs)) > toleranceMs;
}
