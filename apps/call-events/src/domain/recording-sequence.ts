/**
 * The number of a recording control: page and companion apply a higher one, re-assert an equal one, ignore a lower one.
 * Rises strictly for a rep, across calls and whatever the clock does.
 */
export function nextRecordingSequence(previous: number, receivedAt: Date): number {
  return Math.max(previous + 1, receivedAt.getTime());
}
