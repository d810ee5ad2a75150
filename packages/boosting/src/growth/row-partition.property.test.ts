import fc from 'fast-check';
import { RowPartition } from './row-partition.ts';

describe('RowPartition', () => {
  it('moves the rows of low bins to the front, keeps the order on both sides and does not change other rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { maxLength: 60 }),
        fc.nat(9),
        fc.nat(60),
        fc.nat(60),
        (bins, bin, first, second) => {
          const start = Math.min(first, second, bins.length);
          const end = Math.min(Math.max(first, second), bins.length);
          const partition = new RowPartition(bins.length);
          partition.rows.set([...bins.keys()]);
          const middle = partition.split(start, end, Uint8Array.from(bins), bin);
          const all = [...bins.keys()];
          const part = all.slice(start, end);
          const left = part.filter((row) => (bins[row] as number) <= bin);
          const right = part.filter((row) => (bins[row] as number) > bin);
          expect([...partition.rows]).toEqual([...all.slice(0, start), ...left, ...right, ...all.slice(end)]);
          expect(middle).toBe(start + left.length);
        },
      ),
    );
  });
});
