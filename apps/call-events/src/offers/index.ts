// Offers: what a rep may offer on a call, what came of it, and how the brand's recommender is set.

import { createSecretBox, type SessionTokens } from '@callside/auth';
import { queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { Pools } from '../pools.ts';
import { regularTasks } from '../regular-tasks.ts';
import type { Environment } from '../settings.ts';
import { OfferAsker } from './ask-for-offers.ts';
import { CallOfferStore } from './call-offers.store.ts';
import { CallSizeStore } from './call-sizes.store.ts';
import { createRulesRoutes } from './merchandising-rules.routes.ts';
import { MerchandisingRuleStore } from './merchandising-rules.store.ts';
import { createObjectionRoutes } from './objection.routes.ts';
import { ObjectionStore } from './objections.store.ts';
import { createOffersRoutes } from './offers.routes.ts';
import { OutcomeStore } from './outcomes.store.ts';
import { createRecommenderRoutes } from './recommender.routes.ts';
import { Recommenders } from './recommender.store.ts';
import { RecommenderAdministration } from './recommender-administration.store.ts';
import { RecommenderConnectionStore } from './recommender-connections.store.ts';
import { SaleReporter } from './report-sales.ts';
import { ShopStore } from './shop.store.ts';
import { createWhyNotRoutes } from './why-not.routes.ts';

interface Dependencies {
  pools: Pools;
  environment: Environment;
  guards: { requireSession: RequestHandler; requireDesk: RequestHandler };
  /** For requests to recommenders about their models. */
  tokens: Pick<SessionTokens, 'issue'>;
  /** The offers of a rep's call have changed. */
  onChanged: (userId: string) => void;
  /** Card numbers were masked in the reason of a decline. */
  countMasked: (masked: number) => void;
  logger: Logger;
  metrics: Metrics;
}

const sweepPauseMs = 1_000;

export function createOffers({
  pools,
  environment,
  guards,
  tokens,
  onChanged,
  countMasked,
  logger,
  metrics,
}: Dependencies) {
  const { RECOMMENDER_URL: url, RECOMMENDER_KEY: apiKey } = environment;
  const secrets = environment.SECRETS_KEY ?? environment.SESSION_SECRET;
  const connections = new RecommenderConnectionStore({
    query: queryThrough(pools.snapshots),
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
  const outcomes = new OutcomeStore({ pool: pools.offers });
  const objections = new ObjectionStore({ pool: pools.offers, prisma: pools.pages.prisma });
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
    store,
    sizes: new CallSizeStore({ query: queryThrough(pools.offers) }),
    objections,
    onChanged,
    metrics: { count: (outcome) => requests.inc({ outcome }), time: () => durations.startTimer() },
    logger,
  });
  const reporter = new SaleReporter({ connections, recommenders, store: outcomes, onChanged, logger });
  /** Without a key, RECOMMENDER_URL serves the page of models only. */
  const findUrl = async (brandId: string) => (await connections.find(brandId))?.url ?? url ?? null;
  const { requireSession, requireDesk } = guards;
  const now = () => new Date();
  const routes = Router();
  routes.use(
    createRecommenderRoutes({
      requireSession,
      recommenderSources: {
        shop: new ShopStore(pools.sums),
        findRecommender: async (brandId) => {
          const found = await findUrl(brandId);
          return found === null ? null : new RecommenderAdministration({ url: found, tokens, now });
        },
      },
    }),
  );
  routes.use(createRulesRoutes({ requireSession, rules: new MerchandisingRuleStore(pools.pages) }));
  routes.use(
    createOffersRoutes({
      requireDesk,
      store,
      asker,
      outcomes: { offers: store, outcomes, report: (sale) => reporter.report(sale), onChanged },
      countMasked,
    }),
  );
  routes.use(createWhyNotRoutes({ requireDesk, store, connections }));
  routes.use(createObjectionRoutes({ requireDesk, store, objections, asker }));

  return {
    routes,
    callOpened: asker.callOpened.bind(asker),
    customerPicked: asker.customerPicked.bind(asker),

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

export { type OffersColumn, offersColumn, toOffers } from './offers.sql.ts';
export { offersView } from './offers-view.ts';
export type { OffersMark, OffersOnFile } from './rules/call-offers.ts';
