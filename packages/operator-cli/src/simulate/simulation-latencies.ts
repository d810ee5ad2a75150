import { groupBy } from './group-by.ts';
import type { SentEvent } from './simulated-dialler.ts';
import type { HeardEvent, Listening } from './simulated-tab.ts';

interface Team {
  tabs: readonly { heard: ReadonlyMap<string, HeardEvent>; listening: readonly Listening[] }[];
  companion: { applied: ReadonlyMap<number, number> };
}

/**
 * From the first sending of each event until each tab heard it, in ms. A tab that was not there all the time is left
 * out: it measures its own absence.
 */
export function tabLatencies({ tabs }: Team, sent: readonly SentEvent[]): number[] {
  return tabs.flatMap(({ heard, listening }) =>
    sent.flatMap(({ eventId, firstSentAt }) => {
      const { at } = heard.get(eventId) ?? {};
      if (at === undefined) return [];
      const wasThere = listening.some(({ from, to }) => from <= firstSentAt && to >= at);
      return wasThere ? [at - firstSentAt] : [];
    }),
  );
}

/** The same until the companion applied it. Tabs know which recording sequence an event has brought. */
export function companionLatencies({ tabs, companion }: Team, sent: readonly SentEvent[]): number[] {
  const sequenceOf = (eventId: string) =>
    Math.min(...tabs.map(({ heard }) => heard.get(eventId)?.sequence ?? Number.POSITIVE_INFINITY));
  const changing = sent
    .filter(({ event }) => !event.startsWith('hold'))
    .map(({ eventId, firstSentAt }) => ({ sequence: sequenceOf(eventId), firstSentAt }));
  const bySequence = groupBy(changing, ({ sequence }) => sequence);
  return [...bySequence].flatMap(([sequence, events]) => {
    const [event] = events;
    const at = companion.applied.get(sequence);
    // An event that was told again only, or that landed on no call, names the sequence of another.
    return at === undefined || event === undefined || events.length > 1 ? [] : [at - event.firstSentAt];
  });
}
