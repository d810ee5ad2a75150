import { groupBy } from './group-by.ts';
import type { SentEvent } from './simulated-dialler.ts';
import type { HeardEvent, Listening } from './simulated-tab.ts';

interface Team {
  tabs: readonly { heard: ReadonlyMap<string, HeardEvent>; listening: readonly Listening[] }[];
  companion: { applied: ReadonlyMap<number, number> };
}

/**
 * Time from the first sending of each event to its arrival at each tab, in ms. Leaves out a tab that was disconnected meanwhile,
 * because that would measure the disconnection.
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

/** The same until the companion applied it. Tabs store the recording sequence of an event. */
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
    // Without an effect of its own (a re-delivery, or no live call), an event carries the sequence of another one.
    return at === undefined || event === undefined || events.length > 1 ? [] : [at - event.firstSentAt];
  });
}
