// Every tab gets every event of its rep, also when its message between the instances was lost.

import type { History } from '../history/history.ts';
import { clientsOf } from './availability.ts';
import { isEndOfSuperseded } from './check-order.ts';
import { circumstancesOf } from './circumstances.ts';
import type { Span } from './spans.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'a tab gets every event within 5 seconds of quiet';

/** A tab that connects while an event is being stored has the event in its first state, or gets it: both are right. */
const connectingMs = 2000;

export function checkEventsShown(history: History): Findings {
  const finder = new Finder();
  const { calm, deadline } = circumstancesOf(history);
  const shown = shownTo(history);
  for (const tab of clientsOf(history)) {
    if (tab.kind !== 'tab') continue;
    for (const { id, eventId, rep, receivedMs, position } of history.onFile.events) {
      if (rep !== tab.rep || position === null) continue;
      const at = receivedMs - history.epochMs;
      const dueAt = dueOf(at, { calm, deadline, available: tab.available });
      if (dueAt === null) continue;
      const shownAt = shown.get(tab.name)?.get(position) ?? Number.POSITIVE_INFINITY;
      const text = shownAt <= dueAt ? null : `row ${id} “${eventId}”, stored at ${Math.round(at)}, was not shown`;
      finder.look(rule, tab.name, dueAt, text);
    }
  }
  return finder.findings;
}

interface Times {
  calm: readonly Span[];
  available: readonly Span[];
  deadline: (from: number) => number;
}

/** Null: the tab does not stay available until 5 s of quiet. */
function dueOf(at: number, { calm, available, deadline }: Times): number | null {
  const here = available.find(({ from, to }) => from <= at - connectingMs && at < to);
  if (here === undefined) return null;
  for (const quiet of calm) {
    const dueAt = deadline(Math.max(at, quiet.from));
    if (dueAt <= quiet.to) return dueAt < here.to ? dueAt : null;
  }
  return null;
}

/** By tab and position, when the event was first shown. The end of a superseded call is not on file. */
function shownTo({ occurrences }: History): Map<string, Map<number, number>> {
  const shown = new Map<string, Map<number, number>>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'event shown') continue;
    const { tab, position, at } = occurrence;
    if (position === null || isEndOfSuperseded(occurrence)) continue;
    const ofTab = shown.get(tab) ?? new Map<number, number>();
    shown.set(tab, ofTab);
    if (!ofTab.has(position)) ofTab.set(position, at);
  }
  return shown;
}
