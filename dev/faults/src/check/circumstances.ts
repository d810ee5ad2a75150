// The times of faults, and the deadlines that apply despite the faults.

import type { History } from '../history/history.ts';
import type { FaultPhase } from '../history/occurrences/faults.ts';
import { complement, type Span, union } from './spans.ts';

/** The specification's limit until tabs and companions agree with the database. */
export const limitMs = 5000;
/** Time between an occurrence and its note in the history. */
const graceMs = 300;

export interface Circumstances {
  /** Times in which no fault kept call-events from its limits. */
  calm: Span[];
  /** The instance could not reach PostgreSQL, or did not run. */
  cutOff: (instance: number) => Span[];
  /** The instance was stopped: it neither ran nor closed its connections. */
  frozen: (instance: number) => Span[];
  /** `withinMs` (`limitMs`) after `from`, plus the time in which the machine did not run the harness or a service. */
  deadline: (from: number, withinMs?: number) => number;
  heldRows: { rep: string; span: Span }[];
  slowCommits: Span[];
}

export function circumstancesOf(history: History): Circumstances {
  const within = { from: 0, to: history.endedAt };
  const faults = faultSpans(history);
  const spansOf = (concerns: (fault: FaultPhase) => boolean) =>
    union(faults.filter(({ fault }) => concerns(fault)).map(({ span }) => span));
  const stalls = union(
    history.occurrences.flatMap((occurrence) =>
      occurrence.type === 'stall' ? [{ from: occurrence.at - occurrence.forMs, to: occurrence.at }] : [],
    ),
  );
  return {
    calm: complement(spansOf(isDisturbance), within),
    cutOff: memoised((instance) =>
      spansOf(
        ({ target, kind }) =>
          (target.kind === 'postgres' && kind !== 'slow commits') ||
          (target.kind === 'link' && target.to === 'postgres' && target.instance === instance) ||
          (target.kind === 'service' && target.instance === instance && kind !== 'stop'),
      ),
    ),
    frozen: memoised((instance) =>
      spansOf(({ target, kind }) => target.kind === 'service' && target.instance === instance && kind === 'stop'),
    ),
    deadline: (from, withinMs = limitMs) => {
      let deadline = from + withinMs + graceMs;
      for (const stall of stalls)
        if (stall.to > from && stall.from < deadline) deadline += stall.to - Math.max(stall.from, from);
      return deadline;
    },
    slowCommits: spansOf(({ kind }) => kind === 'slow commits'),
    heldRows: faults.flatMap(({ fault: { target }, span }) =>
      target.kind === 'row' ? [{ rep: target.rep, span }] : [],
    ),
  };
}

/** The limits hold all the same while commits are slow, or a row is held. */
function isDisturbance({ target, kind }: FaultPhase): boolean {
  if (kind === 'slow commits' || kind === 'hold') return false;
  return target.kind !== 'recommender' && !(target.kind === 'link' && target.instance === 'recommender');
}

function faultSpans({ occurrences, endedAt }: History): { fault: FaultPhase; span: Span }[] {
  const begun = new Map<number, FaultPhase>();
  const spans: { fault: FaultPhase; span: Span }[] = [];
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'fault') continue;
    if (occurrence.phase === 'begins') begun.set(occurrence.fault, occurrence);
    else {
      const from = begun.get(occurrence.fault)?.at ?? 0;
      begun.delete(occurrence.fault);
      spans.push({ fault: occurrence, span: { from, to: occurrence.at } });
    }
  }
  for (const fault of begun.values()) spans.push({ fault, span: { from: fault.at, to: endedAt } });
  return spans;
}

function memoised(compute: (instance: number) => Span[]): (instance: number) => Span[] {
  const known = new Map<number, Span[]>();
  return (instance) => {
    const spans = known.get(instance) ?? compute(instance);
    known.set(instance, spans);
    return spans;
  };
}
