import fc from 'fast-check';
import { rowsOf, smallShops, today } from '../../../test/support/small-shops.ts';
import { createCatalogue } from '../../ranking/rules/catalogue.ts';
import { buildPurchaseIndex } from '../../ranking/rules/purchase-index/purchase-index.ts';
import { buildIndexInThreads, indexLinesForThreads } from './index-in-threads.ts';

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
