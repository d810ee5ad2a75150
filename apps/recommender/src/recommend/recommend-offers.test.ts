import { randomUUID } from 'node:crypto';
import { createMetrics } from '@callside/service-kit';
import { CapturedLog } from '@callside/test-kit';
import { FakeRanker } from '../../test/support/fake-ranker.ts';
import { loggerTo } from '../../test/support/logger.ts';
import { snapshotOf, today } from '../../test/support/small-shops.ts';
import { createRecommendMetrics } from './recommend-metrics.ts';
import { OfferRecommender } from './recommend-offers.ts';
import { TurnQueue } from './turn-queue.ts';

function shopOf(...skus: string[]) {
  const items = skus.map((sku) => {
    return { sku, title: sku, webPrice: 10, articleType: 'chain', size: null, attributes: {} };
  });
  return snapshotOf({ items, lines: [], inStock: items.map(() => true) });
}

test('a caller who gets no offers is answered from the catalogue in which their anchors were found, also when another one takes its place', async () => {
  let snapshot = shopOf('401');
  const ranker = new FakeRanker();
  const metrics = createRecommendMetrics(createMetrics({ service: 'recommender' }), () => ranker.build());
  const recommender = new OfferRecommender({
    snapshots: {
      current: () => snapshot,
      today: () => today,
      hour: () => 12,
      stockAgeSeconds: () => null,
      brand: () => null,
      objects: () => true,
      experiment: () => null,
    },
    histories: { find: async () => null },
    ranker,
    arms: { of: () => null },
    turns: new TurnQueue({ maxWaiting: 10, maxWaitMs: 1_000, turnMs: 4 }),
    store: { record: async () => {} },
    sizedArticleTypes: new Set(),
    newId: randomUUID,
    metrics: {
      ...metrics,
      time: (stage) => {
        const stop = metrics.time(stage);
        return () => {
          stop();
          if (stage === 'prepare') snapshot = shopOf('300', '401');
        };
      },
    },
    logger: loggerTo(new CapturedLog()),
  });
  const request = {
    phone: '4155550134',
    customerId: null,
    anchorSkus: ['401'],
    numItems: 1,
    checkStock: true,
    history: [],
    source: 'IVR',
    context: {},
    knownSizes: {},
    deadlineMs: null,
  };
  const { signal } = new AbortController();
  const answer = await recommender.recommend(request, {
    startedAt: performance.now(),
    signal,
    keyCheck: Promise.resolve(),
  });
  expect(answer).toMatchObject({ offers_withheld: 'customer_objects', resolved_purchased: [401] });
});
