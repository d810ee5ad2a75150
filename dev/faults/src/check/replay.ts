import { applyEvent, firstState, type ModelState, type ModelStep } from '@callside/test-kit';
import type { History } from '../history/history.ts';
import type { EventRow } from '../history/on-file.ts';

/** One row of a rep, applied. */
export interface Replayed {
  row: EventRow;
  before: ModelState;
  step: ModelStep;
  after: ModelState;
}

/** The result of applying the specification to a rep's rows in order. */
export interface RepReplay {
  rep: string;
  rows: Replayed[];
  final: ModelState;
  byVersion: Map<number, ModelState>;
  bySequence: Map<number, ModelState>;
}

/** By rep. */
export type Replay = Map<string, RepReplay>;

export function replay(history: History): Replay {
  const reps: Replay = new Map(history.reps.map(({ rep }) => [rep, emptyReplay(rep)]));
  for (const row of history.onFile.events) {
    if (row.rep === null) continue;
    const known = reps.get(row.rep) ?? emptyReplay(row.rep);
    reps.set(row.rep, known);
    const before = known.final;
    const { event, call, phoneNumber, customerId, receivedMs } = row;
    const step = applyEvent(before, { event, reference: call, phoneNumber, customerId, receivedMs });
    for (const state of step.states) {
      known.byVersion.set(state.version, state);
      // The first state with a sequence is enough: later ones differ only in version and hold.
      if (!known.bySequence.has(state.sequence)) known.bySequence.set(state.sequence, state);
    }
    const after = step.states.at(-1) ?? before;
    known.rows.push({ row, before, step, after });
    known.final = after;
  }
  return reps;
}

function emptyReplay(rep: string): RepReplay {
  return {
    rep,
    rows: [],
    final: firstState,
    byVersion: new Map([[0, firstState]]),
    bySequence: new Map([[0, firstState]]),
  };
}
