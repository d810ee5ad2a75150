import fc from 'fast-check';
import { buildIndexInThreads } from '../../src/adapters/snapshots/index-in-threads.ts';
import { inOneBuffer } from '../../src/adapters/snapshots/one-buffer.ts';
import { createCatalogue } from '../../src/domain/catalogue.ts';
import { buildPurchaseIndex, indexLines } from '../../src/domain/purchase-index/purchase-index.ts';
import { rowsOf, smallShops, today } from '../support/small-shops.ts';

test('an index that two threads build is the same', async () => {
  await fc.assert(
    fc.asyncProperty(smallShops, async ({ items, lines }) => {
      const catalogue = createCatalogue(items, 'v');
      const indexed = inOneBuffer(indexLines(rowsOf(lines), catalogue, today), SharedArrayBuffer);
      const index = await buildIndexInThreads(indexed, catalogue, 0);
      expect(index).toEqual(buildPurchaseIndex(rowsOf(lines), catalogue, today));
    }),
    { numRuns: 30 },
  );
});
