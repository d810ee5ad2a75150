import type { EventOutcome } from '@callside/schemas';
import type { ReadSources } from '../read-sources.ts';
import { type LogPage, type LogSources, mergeLogPages, readEventLog } from './read-event-log.ts';
import type { EventFilter } from './rules/event-on-file.ts';
import type { SearchedParts } from './rules/event-search.ts';

/** What the text of a search may mean: a change of the filter for each meaning, the likeliest first. */
export type Meaning = Pick<EventFilter, 'search'> | Pick<EventFilter, 'agentEmail'>;

interface SearchSources extends LogSources {
  events: Pick<ReadSources['events'], 'readPage' | 'findWithPart'>;
}

/** `isMore`: the text is a part of more values than those whose events were read. */
type FoundPage = LogPage & { isMore: boolean };

/** Each costs a read of the log. */
const mostValues = 10;

/** The events of the first meaning with a match; else the events of the whole values of which the text is a part. */
export async function searchEventLog(
  sources: SearchSources,
  filter: EventFilter & { outcome: EventOutcome },
  { meanings, parts }: { meanings: readonly Meaning[]; parts: SearchedParts },
): Promise<FoundPage> {
  for (const meaning of meanings) {
    const page = await readEventLog(sources, { ...filter, ...meaning });
    if (page.items.length > 0) return { ...page, isMore: false };
  }
  const valuesOf = (kind: keyof SearchedParts) =>
    sources.events.findWithPart(filter, kind, { parts: parts[kind], most: mostValues + 1 });
  const [agents, numbers] = await Promise.all([valuesOf('agents'), valuesOf('numbers')]);
  const found: Meaning[] = [
    ...agents.slice(0, mostValues).map((agentEmail) => ({ agentEmail })),
    ...numbers.slice(0, mostValues).map((value) => ({ search: { by: 'phone' as const, value } })),
  ];
  const pages: LogPage[] = [];
  for (const meaning of found) pages.push(await readEventLog(sources, { ...filter, ...meaning }));
  return { ...mergeLogPages(pages, filter.limit), isMore: [agents, numbers].some(({ length }) => length > mostValues) };
}
