import type { EventLog, EventLogItem } from '@callside/schemas';
import { type EventRows, withNewest, withOlder } from './event-rows.ts';

const item = (id: number) => ({ id: String(id), outcome: 'accepted' }) as EventLogItem;
const page = (ids: number[], next_cursor: string | null = 'older'): EventLog => ({ items: ids.map(item), next_cursor });
const idsOf = (rows: EventRows) => rows.items.map(({ id }) => Number(id));

test('new rows come before those of earlier pages, each once', () => {
  const rows = withOlder(withNewest(null, page([6, 5, 4])), page([3, 2], null));
  const next = withNewest(rows, page([8, 7, 6]));
  expect(idsOf(next)).toEqual([8, 7, 6, 5, 4, 3, 2]);
  expect(next.next).toBeNull();
});

test('if the newest page does not reach the known rows, only the newest page is kept', () => {
  const next = withNewest(withNewest(null, page([3, 2])), page([9, 8], 'later'));
  expect([idsOf(next), next.next]).toEqual([[9, 8], 'later']);
});

test('a page without older rows is the whole log', () => {
  expect(idsOf(withNewest(withNewest(null, page([3, 2])), page([5], null)))).toEqual([5]);
});
