import fc from 'fast-check';
import type { Page, Position } from '../../page.ts';
import { type LogItem, readEventLog } from './read-event-log.ts';
import type { EventFilter, EventOnFile } from './rules/event-on-file.ts';
import type { RefusedOnFile } from './rules/refused-request.ts';

interface Row {
  id: string;
  receivedAt: Date;
}

/** A table of rows at some instants, newest first, whose pages sometimes end early. */
function tableOf<Item extends Row>(instants: readonly number[], mostAPage: number) {
  const rows = instants
    .map((at, index) => ({ id: String(index + 1), receivedAt: new Date(at) }))
    .sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || Number(b.id) - Number(a.id)) as Item[];
  const isAfter = (row: Item, { at, id }: Position) =>
    row.receivedAt < at || (row.receivedAt.getTime() === at.getTime() && BigInt(row.id) < BigInt(id));
  return async ({ after, limit }: EventFilter): Promise<Page<Item>> => {
    const left = rows.filter((row) => after === null || isAfter(row, after));
    const items = left.slice(0, Math.min(limit, mostAPage));
    const last = items.at(-1);
    return { items, next: last && left.length > items.length ? { at: last.receivedAt, id: last.id } : null };
  };
}

const question = { brandId: 'b', agentEmail: null, event: null, resolved: null, from: null, to: null };
const instants = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 14 });

function nameOf(item: LogItem): string {
  return item.outcome === 'accepted' ? item.event.id : `r${item.request.id}`;
}

const receivedAt = (item: LogItem) => (item.outcome === 'accepted' ? item.event : item.request).receivedAt.getTime();

test('a log of both outcomes, read page by page, has every row once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      instants,
      instants,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 6 }),
      async (accepted, refused, limit, mostAPage) => {
        const sources = {
          events: { readPage: tableOf<EventOnFile & Row>(accepted, mostAPage) },
          refusedRequests: { readPage: tableOf<RefusedOnFile>(refused, mostAPage) },
        };
        const seen: LogItem[] = [];
        let after: Position | null = null;
        do {
          const page: Page<LogItem> = await readEventLog(sources, { ...question, outcome: 'all', after, limit });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          if (page.next !== null) expect(page.items.length).toBeGreaterThan(0);
          seen.push(...page.items);
          after = page.next;
        } while (after !== null);
        const names = seen.map(nameOf);
        expect([...names].sort()).toEqual(
          [...accepted.map((_, index) => `${index + 1}`), ...refused.map((_, index) => `r${index + 1}`)].sort(),
        );
        const times = seen.map(receivedAt);
        expect(times).toEqual([...times].sort((a, b) => b - a));
      },
    ),
  );
});
