import fc from 'fast-check';
import { buildIndexInThreads, indexLinesForThreads } from '../../src/adapters/snapshots/index-in-threads.ts';
import { createCatalogue } from '../../src/domain/catalogue.ts';
import { buildPurchaseIndex } from '../../src/domain/purchase-index/purchase-index.ts';
import { rowsOf, smallShops, today } from '../support/small-shops.ts';

test('an index that two threads build is the same', async () => {
  await fc.assert(
    fc.asyncProperty(smallShops, async ({ items, lines }) => {
      const catalogue = createCatalogue(items, 'v');
      const index = await buildIndexInThreads(indexLinesForThreads(rowsOf(lines), catalogue, today, 0), catalogue);
      expect(index).toEqual(buildPurchaseIndex(rowsOf(lines), catalogue, today));
    }),
    { numRuns: 30 },
  );
});
