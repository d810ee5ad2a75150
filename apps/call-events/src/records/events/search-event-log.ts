import type { EventOutcome } from '@callside/schemas';
import { type LogPage, type LogSources, readEventLog } from './read-event-log.ts';
import type { EventFilter } from './rules/event-on-file.ts';

/** What the text of a search may mean: a change of the filter for each meaning, the likeliest first. */
export type Meaning = Pick<EventFilter, 'search'> | Pick<EventFilter, 'agentEmail'>;

/** The events of the first meaning with a match. */
export async function searchEventLog(
  sources: LogSources,
  filter: EventFilter & { outcome: EventOutcome },
  meanings: readonly Meaning[],
): Promise<LogPage> {
  for (const meaning of meanings) {
    const page = await readEventLog(sources, { ...filter, ...meaning });
    if (page.items.length > 0) return page;
  }
  return { items: [], next: null };
}
