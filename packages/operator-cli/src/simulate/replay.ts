import type { EventRow } from './records.ts';

/** What a rep's events on file add up to. */
export interface ReplayedState {
  version: number;
  isOnCall: boolean;
  onHold: boolean;
  paused: boolean;
}

/** Between the two events, in the order of the file, recording was paused. */
export interface RecordedPause {
  pausedBy: string | null;
  /** null: it is paused still. */
  releasedBy: string | null;
}

export interface Replay {
  state: ReplayedState;
  pauses: RecordedPause[];
  /** Events of which the file says another thing about a live call than the events before them do. */
  misjudged: EventRow[];
}

/**
 * Applies one rep's events in the order of the file by the specification's table, which is written here once more on purpose:
 * a simulator that asked the service's own rules could not contradict them.
 */
export function replayEvents(events: readonly EventRow[]): Replay {
  let state: ReplayedState = { version: 0, isOnCall: false, onHold: false, paused: false };
  const pauses: RecordedPause[] = [];
  const misjudged: EventRow[] = [];
  for (const row of events) {
    const before = state;
    state = after(state, row.event);
    if (row.call_active !== (before.isOnCall || row.event === 'call-started')) misjudged.push(row);
    const last = pauses.at(-1);
    if (before.paused && !state.paused && last) last.releasedBy = row.event_id;
    if (!before.paused && state.paused) pauses.push({ pausedBy: row.event_id, releasedBy: null });
  }
  return { state, pauses, misjudged };
}

function after(state: ReplayedState, event: EventRow['event']): ReplayedState {
  const { version, isOnCall } = state;
  // An end of the call before is a step of its own.
  if (event === 'call-started') {
    return { version: version + (isOnCall ? 2 : 1), isOnCall: true, onHold: false, paused: false };
  }
  if (!isOnCall) return state;
  const next = { ...state, version: version + 1 };
  switch (event) {
    case 'call-ended':
      return { ...next, isOnCall: false, onHold: false, paused: false };
    case 'hold-started':
      return { ...next, onHold: true };
    case 'hold-ended':
      return { ...next, onHold: false };
    case 'recording-paused':
      return { ...next, paused: true };
    case 'recording-resumed':
      return { ...next, paused: false };
  }
}
