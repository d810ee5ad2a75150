import { sortableId } from './sortable-id.ts';

describe('sortableId', () => {
  it('is a UUID of version 7 that sorts by time', () => {
    const ids = [0, 1, 1_700_000_000_000, 2 ** 48 - 1].map(sortableId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids).toEqual(ids.toSorted());
  });

  it('sorts by the order of making within a millisecond', () => {
    const ids = Array.from({ length: 4000 }, () => sortableId(5));
    expect(ids).toEqual(ids.toSorted());
  });

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => sortableId(6))).size).toBe(10_000);
  });
});
