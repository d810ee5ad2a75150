import { sortableId } from './sortable-id.ts';

describe('sortableId', () => {
  it('is a UUID of version 7 that sorts by time', () => {
    const ids = [0, 1, 1_700_000_000_000, 2 ** 48 - 1].map(sortableId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids).toEqual(ids.toSorted());
  });

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => sortableId(5))).size).toBe(1000);
  });
});
