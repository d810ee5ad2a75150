import { countChanges, lastOfEach } from './last-of-each.ts';

const rows = [
  { key: 'a', value: 1 },
  { key: 'b', value: 1 },
  { key: 'a', value: 2 },
  { key: 'a', value: 2 },
  { key: 'a', value: 3 },
];

describe('lastOfEach', () => {
  it('keeps the last row of each key', () => {
    expect([...lastOfEach(rows, ({ key }) => key).rows.values()]).toEqual([
      { key: 'a', value: 3 },
      { key: 'b', value: 1 },
    ]);
  });

  it('merges rows with the given function', () => {
    const sum = lastOfEach(
      rows,
      ({ key }) => key,
      (earlier, later) => ({ ...later, value: earlier.value + later.value }),
    );
    expect(sum.rows.get('a')?.value).toBe(8);
  });
});

describe('countChanges', () => {
  it('counts the changes between rows of one key, for keys that were written', () => {
    const last = lastOfEach(rows, ({ key }) => key);
    expect(countChanges(last, ['a', 'b'], (key) => key)).toBe(2);
    expect(countChanges(last, ['b'], (key) => key)).toBe(0);
  });
});
