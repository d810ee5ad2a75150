import { createSecretBox } from '@callside/auth';
import { queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import type { Pools } from '../pools.ts';
import { regularTasks } from '../regular-tasks.ts';
import type { Environment } from '../settings.ts';
import { OfferAsker } from './ask-for-offers.ts';
import { CallOfferStore } from './call-offers.store.ts';
import { failureOf, Recommenders } from './recommender.store.ts';
import { RecommenderConnectionStore } from './recommender-connections.store.ts';
import { type ReportedOutcome, recordOutcome } from './record-outcome.ts';
import { SaleReporter } from './report-sales.ts';
import type { OfferedCall } from './rules/call-offers.ts';

interface Dependencies {
  pools: Pools;
  environment: Environment;
  /** The offers of a rep's call have changed. */
  onChanged: (userId: string) => void;
  logger: Logger;
  metrics: Metrics;
}

const sweepPauseMs = 1_000;

/** The offers of calls: requests to the recommender, and reports of sales to it. */
export function createOffers({ pools, environment, onChanged, logger, metrics }: Dependencies) {
  const { RECOMMENDER_URL: url, RECOMMENDER_KEY: apiKey } = environment;
  const secrets = environment.SECRETS_KEY ?? environment.SESSION_SECRET;
  const connections = new RecommenderConnectionStore({
    query: queryThrough(pools.lookUps),
    secretBox: createSecretBox({ secrets }),
    fromEnvironment: url === undefined || apiKey === undefined ? null : { url, apiKey },
    now: () => performance.now(),
    onUnreadable: (brandId) =>
      logger.error(
        { brand_id: brandId },
        'the key of a recommender cannot be decrypted with SECRETS_KEY: set it again',
      ),
  });
  const store = new CallOfferStore({ pool: pools.offers });
  const recommenders = new Recommenders();
  const requests = metrics.counter('offer_requests_total', 'Requests to recommenders for the offers of calls.', [
    'outcome',
  ]);
  const durations = metrics.histogram(
    'offer_request_duration_seconds',
    'Time from the request to the answer of a recommender, or to the timeout.',
  );
  const asker = new OfferAsker({
    connections,
    recommenders,
    failureOf,
    store,
    onChanged,
    metrics: { count: (outcome) => requests.inc({ outcome }), time: () => durations.startTimer() },
    logger,
  });
  const reporter = new SaleReporter({ connections, recommenders, failureOf, store, onChanged, logger });
  return {
    /** Without a key, RECOMMENDER_URL serves the page of models only. */
    findUrl: async (brandId: string) => (await connections.find(brandId))?.url ?? url ?? null,

    callOpened: asker.callOpened.bind(asker),
    customerPicked: asker.customerPicked.bind(asker),

    routes: {
      findCall: store.findCall.bind(store),
      askAgain: asker.askAgain.bind(asker),
      findProducts: store.findProducts.bind(store),
      recordOutcome: (call: OfferedCall, outcome: ReportedOutcome) =>
        recordOutcome(call, outcome, { store, report: (sale) => reporter.report(sale), onChanged }),
    },

    tasks: regularTasks(logger, {
      'ask for the offers of calls that were left behind': {
        pauseMs: sweepPauseMs,
        run: () => asker.askLeftBehind(),
      },
      'report sales to recommenders': { pauseMs: sweepPauseMs, run: () => reporter.reportDue() },
    }),

    settled: () => asker.settled(),
  };
}
