import { groupBy } from './group-by.ts';
import type { Mismatch } from './mismatch.ts';
import type { EventRow } from './records.ts';
import { replayEvents } from './replay.ts';
import type { SentEvent } from './simulated-dialler.ts';

/** Times are values of performance.now(). */
export interface Span {
  from: number;
  to: number;
}

/**
 * The time that a pause may need to reach the companion after the dialler has its answer, on a machine that is busy with the
 * simulation. Sound recorded later means that the companion did not receive the pause or did not apply it.
 */
const graceMs = 1000;

export interface RecordingComparison {
  /** Number of pauses in which sound could have been recorded. */
  pauses: number;
  /** The longest time that recording continued after the answer to a pause. */
  longestAfterPauseMs: number;
  disagreements: Mismatch[];
}

/** Checks that no companion records from the answer to a pause until the event that ended it was sent. */
export function compareRecordings(
  reps: readonly { rep: string; email: string; recorded: readonly Span[] }[],
  events: readonly EventRow[],
  sent: readonly SentEvent[],
): RecordingComparison {
  const sentById = new Map<string | null, SentEvent>(sent.map((event) => [event.eventId, event]));
  const byEmail = groupBy(events, ({ agent_email }) => agent_email);
  let longestAfterPauseMs = 0;
  let pauses = 0;
  const disagreements: Mismatch[] = [];
  for (const { rep, email, recorded } of reps) {
    for (const { pausedBy, releasedBy } of replayEvents(byEmail.get(email) ?? []).pauses) {
      const from = sentById.get(pausedBy)?.committedBy ?? null;
      const to = releasedBy === null ? Number.POSITIVE_INFINITY : (sentById.get(releasedBy)?.firstSentAt ?? 0);
      if (from === null || to <= from) continue;
      pauses += 1;
      const afterMs = recordedUntil(recorded, { from, to }) - from;
      longestAfterPauseMs = Math.max(longestAfterPauseMs, afterMs);
      if (afterMs <= graceMs) continue;
      disagreements.push({
        kind: 'recorded while paused',
        subject: `companion of ${rep}, ${pausedBy}`,
        expected: `nothing later than ${graceMs} ms after the answer`,
        found: `sound of ${Math.round(afterMs)} ms after it`,
      });
    }
  }
  return { pauses, longestAfterPauseMs: Math.round(longestAfterPauseMs), disagreements };
}

/** The latest recorded moment of the pause; its beginning when there is none. */
function recordedUntil(recorded: readonly Span[], pause: Span): number {
  const within = recorded.filter(({ from, to }) => from < pause.to && to > pause.from);
  return Math.max(pause.from, ...within.map(({ to }) => Math.min(to, pause.to)));
}
