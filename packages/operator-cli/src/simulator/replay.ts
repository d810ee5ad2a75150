import type { EventRow } from './records.ts';

/** The state after a rep's events on file. */
export interface ReplayedState {
  version: number;
  isOnCall: boolean;
  onHold: boolean;
  paused: boolean;
}

/** Recording was paused between these two events, in the order of their rows. */
export interface RecordedPause {
  pausedBy: string | null;
  /** null: still paused. */
  releasedBy: string | null;
}

export interface Replay {
  state: ReplayedState;
  pauses: RecordedPause[];
  /** Events whose `call_active` contradicts the events before them. */
  misjudged: EventRow[];
}

/**
 * Applies one rep's events in the order of their rows by the specification's table. The table is implemented a second time on
 * purpose: with the service's own rules the simulator could not find their errors.
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
  // The implicit end of the previous call is a separate step.
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
