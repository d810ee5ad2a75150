// A tab moves along the log of its rep: each event once and in order. Its first message after connecting says where it begins.

import type { History } from '../history/history.ts';
import type { EventShown, Shown } from '../history/occurrences/tabs.ts';
import type { EventRow } from '../history/on-file.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'a tab gets each event once, and in order';

/** The position that a tab has reached. */
interface Place {
  position: number;
  /** The last message was the end of a call that the start with this position supersedes. */
  isEndOfSuperseded: boolean;
}

export function checkOrder(history: History): Findings {
  const finder = new Finder();
  const places = new Map<string, Place>();
  const rows = new Map(history.onFile.events.map((row) => [`${row.rep} ${row.position}`, row]));
  for (const occurrence of history.occurrences) {
    if (occurrence.type !== 'event shown' && occurrence.type !== 'shown') continue;
    const { position, tab, at } = occurrence;
    if (position === null) continue;
    const place = places.get(tab);
    const text =
      occurrence.type === 'shown' ? stateFault(occurrence, position, place) : eventFault(occurrence, position, place);
    finder.look(rule, tab, at, text);
    if (occurrence.type === 'event shown') checkContent(occurrence, rows.get(`${occurrence.rep} ${position}`), finder);
    places.set(tab, {
      position: Math.max(position, place?.position ?? 0),
      isEndOfSuperseded: occurrence.type === 'event shown' && isEndOfSuperseded(occurrence),
    });
  }
  return finder.findings;
}

function checkContent(shown: EventShown, row: EventRow | undefined, finder: Finder): void {
  const { tab, at, event, eventId, position } = shown;
  const due = isEndOfSuperseded(shown) ? { event: 'call-started' } : { event, eventId };
  const isRight =
    row !== undefined && Object.entries(due).every(([name, value]) => row[name as keyof EventRow] === value);
  const text = isRight
    ? null
    : `${event} “${eventId}” at position ${position}, on file ${row?.event} “${row?.eventId}”`;
  finder.look('a tab gets at a position the event that is on file there', tab, at, text);
}

function stateFault({ isGreeting }: Shown, position: number, place: Place | undefined): string | null {
  if (place === undefined || position === place.position) return null;
  if (position < place.position) return `a state of position ${position} came after ${place.position}`;
  return isGreeting ? null : `a state of position ${position} replaced the events after ${place.position}`;
}

function eventFault(shown: EventShown, position: number, place: Place | undefined): string | null {
  const name = `${shown.event} “${shown.eventId ?? 'of the service'}” at position ${position}`;
  if (place === undefined) return `${name} came before any state`;
  if (position === place.position + 1) return null;
  if (position === place.position && place.isEndOfSuperseded && shown.event === 'call-started') return null;
  return `${name} came after ${place.position}`;
}

/** The service ended the call itself: the end is no row. */
export function isEndOfSuperseded({ event, eventId }: EventShown): boolean {
  return event === 'call-ended' && eventId === null;
}
