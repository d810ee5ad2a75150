/**
 * The number of a recording control: page and companion apply a higher one, re-assert an equal one, ignore a lower one.
 * Strictly increasing for a rep, across calls and clock changes.
 */
export function nextRecordingSequence(previous: number, receivedAt: Date): number {
  return Math.max(previous + 1, receivedAt.getTime());
}
