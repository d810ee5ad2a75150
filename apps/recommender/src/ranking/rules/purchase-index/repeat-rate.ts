/** Share of the buyers who bought it again. It is smoothed: the shop's own rate counts as much as ten buyers. */
export function smoothedRepeatRate(repeaters: number, buyers: number, repeatShare: number): number {
  return (repeaters + 10 * repeatShare) / (buyers + 10);
}
