// Whether the events of a rep came in the order in which they happened: by the sender's times, and by what can follow what. Times alone do not
// tell: several events may have one, or none.

import type { AcceptedEntry } from '../event-log/logged-entry.ts';

/** The events of each agent, in the order in which they were applied. */
export function byAgent(entries: readonly AcceptedEntry[]): AcceptedEntry[][] {
  const agents = [...new Set(entries.map(({ agentEmail }) => agentEmail))];
  return agents.map((agent) => entries.filter(({ agentEmail }) => agentEmail === agent).sort(byPosition));
}

/** Rows without a position are of no user: there the ids of rows grow with the arrival. */
function byPosition(one: AcceptedEntry, other: AcceptedEntry): number {
  const hasPositions = one.position !== null && other.position !== null;
  return Number(hasPositions ? Number(one.position) - Number(other.position) : one.row - other.row);
}

/** `entries`: those of one agent, in their order. */
export function findDisorder(entries: readonly AcceptedEntry[]): [AcceptedEntry, string][] {
  return [...findLateTimes(entries), ...findWithoutBeginning(entries)];
}

function findLateTimes(entries: readonly AcceptedEntry[]): [AcceptedEntry, string][] {
  const timed = entries.filter(({ occurredAtSent }) => occurredAtSent);
  return timed.slice(1).flatMap((entry, at): [AcceptedEntry, string][] => {
    const before = timed[at];
    if (before === undefined || entry.occurredAt >= before.occurredAt) return [];
    return [[entry, `it happened before ${before.event}, which arrived earlier`]];
  });
}

const beginnings: Readonly<Record<string, string>> = {
  'hold-ended': 'hold-started',
  'recording-resumed': 'recording-paused',
};

function findWithoutBeginning(entries: readonly AcceptedEntry[]): [AcceptedEntry, string][] {
  const begun = new Set<string>();
  const seen = new Set<string>();
  return entries.flatMap((entry): [AcceptedEntry, string][] => {
    if (entry.event === 'call-started' || entry.event === 'call-ended') begun.clear();
    const beginning = beginnings[entry.event];
    const moment = `${entry.event} ${entry.occurredAt.getTime()}`;
    const isRepeated = entry.occurredAtSent && seen.has(moment);
    seen.add(moment);
    if (beginning === undefined) begun.add(entry.event);
    else if (!begun.delete(beginning) && !isRepeated && entry.callActive) {
      return [[entry, `no ${beginning} of the call arrived before it`]];
    }
    return [];
  });
}

/** Later events of a call whose number is not that of its start. */
export function findOtherNumbers(entries: readonly AcceptedEntry[]): [AcceptedEntry, string][] {
  let started: string | null = null;
  return entries.flatMap((entry): [AcceptedEntry, string][] => {
    const { event, phoneNumber } = entry;
    if (event === 'call-started') started = phoneNumber;
    else if (started !== null && phoneNumber !== null && phoneNumber !== started) {
      return [[entry, 'its phone_number is not that of the start of its call']];
    }
    if (event === 'call-ended') started = null;
    return [];
  });
}
