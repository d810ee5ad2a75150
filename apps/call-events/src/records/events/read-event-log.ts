import { type EventOutcome, restorePlus } from '@callside/schemas';
import type { Page, Position } from '../../page.ts';
import type { ReadSources } from '../read-sources.ts';
import type { EventFilter, EventOnFile } from './rules/event-on-file.ts';
import type { RefusedOnFile } from './rules/refused-request.ts';

export type LogItem = { outcome: 'accepted'; event: EventOnFile } | { outcome: 'refused'; request: RefusedOnFile };

/** Positions of refused requests have an id that starts with r. */
export type LogPage = Page<LogItem>;

const nothing = { items: [], next: null };
/** Greater than or equal to every id. */
const lastId = '9223372036854775807';

export interface LogSources {
  events: Pick<ReadSources['events'], 'readPage'>;
  refusedRequests: Pick<ReadSources['refusedRequests'], 'readPage'>;
}

/**
 * The event log, newest first. At the same instant, accepted events come before refused requests. An address with a space may have had
 * a plus sign, which this query lost or the sender of the events: both are read.
 */
export async function readEventLog(
  sources: LogSources,
  filter: EventFilter & { outcome: EventOutcome },
): Promise<LogPage> {
  const { agentEmail, limit } = filter;
  const restored = agentEmail === null ? null : restorePlus(agentEmail);
  if (restored === agentEmail) return readOneAgent(sources, filter);
  const read = [agentEmail, restored].map((each) => readOneAgent(sources, { ...filter, agentEmail: each }));
  return mergeLogPages(await Promise.all(read), limit);
}

async function readOneAgent(
  { events, refusedRequests }: LogSources,
  filter: EventFilter & { outcome: EventOutcome },
): Promise<LogPage> {
  const { outcome, after, limit } = filter;
  const [accepted, refused] = await Promise.all([
    outcome === 'refused' ? nothing : events.readPage({ ...filter, after: after && afterAmongEvents(after) }),
    outcome === 'accepted'
      ? nothing
      : refusedRequests.readPage({ ...filter, after: after && afterAmongRefused(after) }),
  ]);
  return mergePages(accepted, refused, limit);
}

function afterAmongEvents({ at, id }: Position): Position {
  return { at, id: id.startsWith('r') ? '0' : id };
}

function afterAmongRefused({ at, id }: Position): Position {
  return { at, id: id.startsWith('r') ? id.slice(1) : lastId };
}

/** Stops at the end of an incomplete page: its next rows may be newer than the rest of the other page. */
function mergePages(events: Page<EventOnFile>, refused: Page<RefusedOnFile>, limit: number): LogPage {
  const accepted = events.items.map((event): LogItem => ({ outcome: 'accepted', event }));
  const refusals = refused.items.map((request): LogItem => ({ outcome: 'refused', request }));
  return mergeLogPages(
    [
      { items: accepted, next: events.next },
      { items: refusals, next: refused.next },
    ],
    limit,
  );
}

/** One page of several. An entry that is in several pages is listed once. */
export function mergeLogPages(pages: readonly LogPage[], limit: number): LogPage {
  const byId = new Map(pages.flatMap(({ items }) => items).map((item) => [positionOf(item).id, item]));
  const all = [...byId.values()].sort(newestFirst);
  const ids = all.map((item) => positionOf(item).id);
  const endOf = (last: LogItem | undefined) => (last === undefined ? 0 : ids.indexOf(positionOf(last).id) + 1);
  const ends = pages.filter(({ next }) => next !== null).map(({ items }) => endOf(items.at(-1)));
  const items = all.slice(0, Math.min(limit, ...ends));
  const isEnd = items.length === all.length && ends.length === 0;
  const last = items.at(-1);
  return { items, next: isEnd || last === undefined ? null : positionOf(last) };
}

function newestFirst(one: LogItem, other: LogItem): number {
  const [a, b] = [positionOf(one), positionOf(other)];
  const byTime = b.at.getTime() - a.at.getTime();
  if (byTime !== 0 || one.outcome !== other.outcome) return byTime || (one.outcome === 'accepted' ? -1 : 1);
  const [first, second] = [BigInt(a.id.replace('r', '')), BigInt(b.id.replace('r', ''))];
  return first < second ? 1 : -1;
}

function positionOf(item: LogItem): Position {
  if (item.outcome === 'accepted') return { at: item.event.receivedAt, id: item.event.id };
  return { at: item.request.receivedAt, id: `r${item.request.id}` };
}
