// Whether companions acknowledged a pause in time: for the evidence of its call, for the alert and for endpoints.

import type { EvidenceGap } from '@callside/schemas';

/** How long a companion has to acknowledge a pause. */
export const deadlineMs = 5_000;

/** A companion's connection on file. */
interface Connection {
  /** The rep's recording sequence when it connected, and when its end was written. */
  sinceSequence: number;
  untilSequence: number | null;
  /** null: it is connected. */
  endedAs: 'left' | 'lost' | 'cut off' | null;
}

export interface ConnectionOnFile extends Connection {
  companion: string;
  /** null: it is connected, or nobody knows when it ended. */
  mayRecordUntil: Date | null;
}

export interface Pause {
  sequence: number;
  at: Date;
  /** By a resume or the end of the call: another pause replaces none. null: not yet. */
  replacedAt: Date | null;
}

interface Known {
  /** null: they are no longer on file. */
  connections: readonly ConnectionOnFile[] | null;
  /** When each companion acknowledged the pause, or first a later state. */
  acknowledgedAt: ReadonlyMap<string, Date>;
  now: Date;
}

/** What lacks of the acknowledgements of a pause. A companion that connects later acknowledges for itself. */
export function unacknowledged(
  { sequence, at, replacedAt }: Pause,
  { connections, acknowledgedAt, now }: Known,
): Pick<EvidenceGap, 'kind' | 'companion'>[] {
  const due = at.getTime() + deadlineMs;
  const isReplaced = replacedAt !== null && replacedAt.getTime() <= due;
  if (isReplaced || now.getTime() < due) return [];
  const isInTime = (time: Date | undefined) => time !== undefined && time.getTime() <= due;
  const present = (connections ?? []).filter(({ mayRecordUntil, ...connection }) =>
    wasConnected({ ...connection, mayRecord: mayRecordUntil !== null && mayRecordUntil > at }, sequence),
  );
  if (present.length === 0) {
    if ([...acknowledgedAt.values()].some(isInTime)) return [];
    return [{ kind: connections === null ? 'not_acknowledged' : 'no_companion' }];
  }
  return present
    .filter(({ companion }) => !isInTime(acknowledgedAt.get(companion)))
    .map(({ companion }) => ({ kind: 'not_acknowledged', companion }));
}

/**
 * Whether a companion was there for a recording state: it saw an earlier one, and had not ended. `mayRecord`: it had not ended, without its
 * own doing, so long before the state that it had stopped by then.
 */
export function wasConnected(
  { sinceSequence, untilSequence, endedAs, mayRecord }: Connection & { mayRecord: boolean },
  sequence: number,
): boolean {
  if (sinceSequence >= sequence) return false;
  if (endedAs === null) return true;
  // Nobody could write when it ended: only its time is known.
  if (endedAs === 'cut off') return mayRecord;
  return untilSequence === null || untilSequence >= sequence;
}
