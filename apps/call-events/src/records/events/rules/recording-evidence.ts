// What is known of a recording state that an event asked for. It is confirmed only if every companion that was connected then has
// acknowledged it, or a later one that says the same, before anything else replaced it. The order is that of sequences. Where companions
// did not record, the dialler only reported it, and no confirmation was due.

import { wasConnected } from '../../../evidence/index.ts';

/** A companion's connection on file. */
export interface CompanionOnFile {
  /** The rep's recording sequence when it connected, and when its end was written. */
  sinceSequence: number;
  untilSequence: number | null;
  /** null: it is connected. */
  end: { as: 'left' | 'lost' | 'cut off'; at: Date } | null;
  /** Its connection had not ended, without its own doing, so long before the event that it had stopped by then. */
  mayRecord: boolean;
  /** The highest sequence that it has acknowledged, at any time. */
  acknowledgedSequence: number | null;
  /** When it acknowledged the state, or one that says the same, while it was in force. */
  acknowledgedAt: Date | null;
}

/** The recording state that an event made. */
export interface AskedRecording {
  sequence: number;
  /** Companions did not record for the brand when the event came: the dialler only reported it. */
  isOnlyReported: boolean;
  /** Nothing has replaced it yet. */
  isInForce: boolean;
  /** When another one replaced it; null: it is in force, or no event replaced it. */
  replacedAt: Date | null;
}

export type RecordingOutcome =
  | 'confirmed'
  | 'waiting'
  | 'unacknowledged'
  | 'too_late'
  | 'cut_off'
  | 'may_have_recorded'
  | 'later_companion'
  | 'no_companion'
  | 'reported';

export interface RecordingEvidence {
  outcome: RecordingOutcome;
  /** Companions that were connected when the event was recorded. */
  connected: number;
  /** Those of them that acknowledged it in time. */
  acknowledged: number;
  /** Of the last acknowledgement that it needed; null unless it is confirmed. */
  confirmedAt: Date | null;
}

export function judgeRecording(asked: AskedRecording, companions: readonly CompanionOnFile[]): RecordingEvidence {
  const connected = companions.filter((companion) =>
    wasConnected({ ...companion, endedAs: companion.end?.as ?? null }, asked.sequence),
  );
  const missing = connected.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  const outcome = outcomeOf(asked, { companions, connected, missing });
  const times = connected.flatMap(({ acknowledgedAt }) => acknowledgedAt?.getTime() ?? []);
  return {
    outcome,
    connected: connected.length,
    acknowledged: connected.length - missing.length,
    confirmedAt: outcome === 'confirmed' ? new Date(Math.max(...times)) : null,
  };
}

interface Known {
  companions: readonly CompanionOnFile[];
  connected: readonly CompanionOnFile[];
  /** Connected, and without an acknowledgement in time. */
  missing: readonly CompanionOnFile[];
}

function outcomeOf(asked: AskedRecording, { companions, connected, missing }: Known): RecordingOutcome {
  const { isInForce, replacedAt, sequence } = asked;
  if (asked.isOnlyReported) return 'reported';
  if (missing.some(({ end }) => end?.as === 'cut off' && (replacedAt === null || end.at < replacedAt)))
    return 'cut_off';
  if (missing.length > 0) {
    if (isInForce && missing.every(({ end }) => end === null)) return 'waiting';
    const isLate = missing.every(({ acknowledgedSequence }) => (acknowledgedSequence ?? -1) >= sequence);
    return isLate && !isInForce ? 'too_late' : 'unacknowledged';
  }
  if (companions.some((companion) => hadBeenLost(companion, asked) && companion.mayRecord)) return 'may_have_recorded';
  if (connected.length > 0) return 'confirmed';
  return companions.some(({ acknowledgedAt }) => acknowledgedAt !== null) ? 'later_companion' : 'no_companion';
}

function hadBeenLost({ sinceSequence, untilSequence, end }: CompanionOnFile, { sequence }: AskedRecording): boolean {
  return end?.as === 'lost' && sinceSequence < sequence && untilSequence !== null && untilSequence < sequence;
}
