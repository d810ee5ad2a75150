// Finds the shortest history that still breaks the same rule for the same subject. It removes other reps, then the
// beginning, then single occurrences. Faults and rows of the rep stay in the remaining part, because the check of the
// violation needs them.

import { checkHistory } from '../check/check-history.ts';
import type { Violation } from '../check/violation.ts';
import type { History } from '../history/history.ts';
import { type Occurrence, repOf } from '../history/occurrence.ts';

export function shrinkHistory(history: History, violation: Violation): History {
  const fails = (candidate: History) =>
    checkHistory(candidate).violations.some(
      ({ rule, subject }) => rule === violation.rule && subject === violation.subject,
    );
  if (!fails(history)) return history;
  const ofItsTime = withoutFarFaults(withoutOtherReps(history, fails), violation, fails);
  return withoutSingles(withoutBeginning(ofItsTime, fails), fails);
}

const nearMs = 30_000;

type Fails = (history: History) => boolean;

function withoutOtherReps(history: History, fails: Fails): History {
  const ofNoRep = new Set(['offered', 'purchased', 'key tried', 'exported']);
  let smallest = withoutOccurrences(history, ({ type }) => ofNoRep.has(type));
  if (!fails(smallest)) smallest = history;
  for (const { rep } of history.reps) {
    const candidate = withoutRep(smallest, rep);
    if (fails(candidate)) smallest = candidate;
  }
  const strangers = withoutOccurrences(smallest, belongsTo(smallest, null));
  return fails(strangers) ? strangers : smallest;
}

function withoutRep(history: History, rep: string): History {
  const { reps, onFile } = history;
  const others = withoutOccurrences(history, belongsTo(history, rep));
  return {
    ...others,
    reps: reps.filter((known) => known.rep !== rep),
    onFile: {
      ...onFile,
      events: onFile.events.filter((row) => row.rep !== rep),
      reps: onFile.reps.filter((state) => state.rep !== rep),
      calls: onFile.calls.filter((call) => call.rep !== rep),
      sessions: onFile.sessions.filter((session) => session.rep !== rep),
    },
  };
}

/** Null: occurrences of addresses that belong to no rep. */
function belongsTo({ reps, occurrences }: History, rep: string | null): (occurrence: Occurrence) => boolean {
  const byEmail = new Map(reps.map((known) => [known.email, known.rep]));
  const byEvent = new Map<string, string>();
  const events = new Set<string>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'sent') continue;
    events.add(occurrence.eventId);
    const owner = byEmail.get(occurrence.agentEmail);
    if (owner !== undefined) byEvent.set(occurrence.eventId, owner);
  }
  return (occurrence) => {
    const isOfEvent = occurrence.type === 'sent' || occurrence.type === 'answered' || occurrence.type === 'unanswered';
    if (rep === null) return isOfEvent && repOf(occurrence, byEmail, byEvent) === null;
    return repOf(occurrence, byEmail, byEvent) === rep;
  };
}

/** Faults that ended more than half a minute before, or began later, are unrelated. */
function withoutFarFaults(history: History, { at }: Violation, fails: Fails): History {
  if (at === null) return history;
  const ends = new Map<number, number>();
  for (const each of history.occurrences)
    if (each.type === 'fault' && each.phase === 'ends') ends.set(each.fault, each.at);
  const begins = new Map<number, number>();
  for (const each of history.occurrences)
    if (each.type === 'fault' && each.phase === 'begins') begins.set(each.fault, each.at);
  const candidate = withoutOccurrences(history, (each) => {
    if (each.type !== 'fault') return false;
    return (begins.get(each.fault) ?? 0) > at || (ends.get(each.fault) ?? Number.POSITIVE_INFINITY) < at - nearMs;
  });
  return fails(candidate) ? candidate : history;
}

function withoutBeginning(history: History, fails: Fails): History {
  let low = 0;
  let high = history.occurrences.length;
  let smallest = history;
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2);
    const candidate = { ...history, occurrences: history.occurrences.slice(middle) };
    if (fails(candidate)) {
      smallest = candidate;
      low = middle;
    } else high = middle - 1;
  }
  return smallest;
}

/** Delta debugging: removes smaller and smaller pieces as long as the rest still fails. */
function withoutSingles(history: History, fails: Fails): History {
  let smallest = history;
  for (let size = Math.ceil(history.occurrences.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < smallest.occurrences.length; ) {
      const piece = new Set(smallest.occurrences.slice(start, start + size).filter(({ type }) => type !== 'fault'));
      const candidate = withoutOccurrences(smallest, (occurrence) => piece.has(occurrence));
      if (piece.size > 0 && fails(candidate)) smallest = candidate;
      else start += size;
    }
  }
  return smallest;
}

function withoutOccurrences(history: History, isLeftOut: (occurrence: Occurrence) => boolean): History {
  return { ...history, occurrences: history.occurrences.filter((occurrence) => !isLeftOut(occurrence)) };
}
