import type { PurchaseConfirmation } from './purchase.ts';
import { PurchaseRecorder } from './record-purchase.ts';

const recommendationId = '0b8c7a52-4c1e-4d52-9a4b-6f5d1c7e2a10';
const skus = Array.from({ length: 10_000 }, (_, at) => `${at}`.padStart(10, '0'));

/** A recommendation with twelve purchases of all these SKUs. */
function start() {
  const ended: string[] = [];
  const purchases = Array.from({ length: 12 }, (_, at) => ({ id: `P${at}`, skus, assumedSkus: [] }));
  const recorder = new PurchaseRecorder({
    store: {
      begin: async () => ({
        offers: [{ sku: 'a', webPrice: 10 }],
        onFile: { purchases, lines: new Map() },
        commit: async () => void ended.push('commit'),
        rollBack: async () => void ended.push('rollBack'),
      }),
      isLostRace: () => false,
    },
    newId: () => 'new',
    metrics: { countPurchase: () => {} },
  });
  const record = (sent: Pick<PurchaseConfirmation, 'skus'>) =>
    recorder.record({ recommendationId, phone: '4155550134', lines: [], ...sent });
  return { record, ended };
}

test('a recommendation with too much on file takes no new purchase, and the caller hears that a retry does not help', async () => {
  const { record, ended } = start();
  await expect(record({ skus: ['a'] })).rejects.toMatchObject({
    status: 422,
    issues: [{ loc: ['body', 'recommendation_id'], msg: expect.stringContaining('too many purchases') }],
  });
  expect(ended).toEqual(['rollBack']);
});

test('what it has on file is answered as before', async () => {
  const { record, ended } = start();
  expect(await record({ skus })).toMatchObject({ purchase_id: 'P0', recorded: false });
  expect(ended).toEqual(['commit']);
});
