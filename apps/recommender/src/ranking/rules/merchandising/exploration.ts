/** Exploration of one request. The last offer of some answers is drawn, so that training sees rarely offered products. */
export interface Exploration {
  /** How often an offer is drawn, from 0 to 1. */
  readonly rate: number;
  /** A random number from 0 to below 1. It decides whether and what is drawn. */
  readonly draw: number;
}

/** The row of the last place, and the probability with which it got this place. */
export interface LastOffer {
  readonly row: number;
  readonly propensity: number;
}

/** An offer is drawn from at most this many candidates. */
export const explorationWidth = 20;

/** `others` are the rows that could take the place of `best`, the best first. Each of the first ones is drawn equally often. */
export function lastOffer(best: number, others: readonly number[], { rate, draw }: Exploration): LastOffer {
  const choices = others.slice(0, explorationWidth);
  const row = draw < rate ? choices[Math.floor((draw / rate) * choices.length)] : undefined;
  if (row !== undefined) return { row, propensity: rate / choices.length };
  return { row: best, propensity: choices.length === 0 ? 1 : 1 - rate };
}
