import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createSessionTokens, findExpiringKeys } from '@callside/auth';
import { queryThrough } from '@callside/database';
import { createAsyncApiDocument, createCallEventsOpenApiDocument } from '@callside/schemas/documents';
import {
  addressToCount,
  BackgroundTask,
  createExpressServer,
  type Service,
  type ServiceOptions,
} from '@callside/service-kit';
import type { Request } from 'express';
import proxyAddress from 'proxy-addr';
import { createApp } from './app.ts';
import { findBrandBy, requestBrand } from './brands/brand-of-host.ts';
import { BrandStore } from './brands/brands.store.ts';
import type { Addressed } from './brands/request-host.ts';
import { addressedBy, isKnownHttps, publicScheme, signedScheme } from './brands/request-scheme.ts';
import { createIntake } from './calls/index.ts';
import { CustomerStore } from './customers/customers.store.ts';
import { ChunkAnnouncer } from './delivery/announce-chunk.ts';
import { createDelivery } from './delivery/index.ts';
import { DeploymentName } from './deployment-name.ts';
import { DeskStore } from './desk/desk.store.ts';
import { createOffers } from './offers/index.ts';
import { createPools } from './pools.ts';
import { createRateLimits, type MostPerMinute } from './rate-limits.ts';
import { createReadiness } from './readiness.ts';
import { createReadsAndSettings } from './reads-and-settings.ts';
import { RefusedRequestStore } from './records/events/refused-requests.store.ts';
import { regularTasks } from './regular-tasks.ts';
import { createApplyRetention } from './retention/apply-retention.ts';
import { RetentionStore } from './retention/retention.store.ts';
import type { Environment } from './settings.ts';
import { createSignIn } from './sign-in/index.ts';
import { SessionStore } from './sign-in/sessions.store.ts';
import { UserStore } from './sign-in/users.store.ts';
import { createSessions } from './transcription/index.ts';

const { version } = createRequire(import.meta.url)('@callside/call-events/package.json') as { version: string };

/** How long a start waits for the database. */
const startLimitMs = 2_000;
/** Pause between two batches, and between two checks for rows that are due. */
const retentionPauseMs = { busy: 50, idle: 10_000 };
const oldSessionsPauseMs = 600_000;
const unreachableCallsPauseMs = 5_000;
const expiringKeysPauseMs = { counted: 60_000, unknown: 5_000 };
/** Most tasks run each second. If they ran in the same moment, events would wait for all of them. */
const betweenTasksMs = 80;

interface CallEventsOptions extends ServiceOptions {
  /** Replaces some of the rate limits. */
  rates?: Partial<MostPerMinute>;
}

/** Builds the service from its settings. */
export function createService(
  environment: Environment,
  { logger, metrics, isDraining, rates }: CallEventsOptions,
): Service {
  const { REDIS_URL: redisUrl, PUBLIC_URL: serverUrl } = environment;
  const pools = createPools({ url: environment.DATABASE_URL, logger });
  const { prisma } = pools.pages;
  const deployment = new DeploymentName({ prisma, logger });
  const limits = createRateLimits({ environment, rates, deployment, logger });
  const refusedRequests = new RefusedRequestStore({
    prisma,
    logger,
    metrics,
    now: () => performance.now(),
    countAddress: (brandId, address) => limits.refusalsOnFile.take(`${brandId} ${addressToCount(address ?? '')}`),
  });
  const lookUp = queryThrough(pools.lookUps);
  const users = new UserStore({ query: lookUp });
  const trusts = proxyAddress.compile(environment.TRUST_PROXY);
  const brands = new BrandStore({
    query: lookUp,
    now: () => performance.now(),
    recommenderKey: environment.RECOMMENDER_KEY,
  });
  const findBrand = findBrandBy((host) => brands.findByHost(host), trusts);
  const findActiveUser: UserStore['findActiveUser'] = (userId, brandId) => users.findActiveUser(userId, brandId);
  const signIn: UserStore['signIn'] = (userId, brandId) => users.signIn(userId, brandId);
  const tokens = createSessionTokens({ secrets: environment.SESSION_SECRET });
  const now = () => new Date();
  const consoleSessions = new SessionStore({ query: lookUp });
  const findSession: SessionStore['find'] = (token) => consoleSessions.find(token);
  const documented = { version, ...(serverUrl !== undefined && { serverUrl }) };
  const schemeSettings = { trusts, isPublicByHttps: serverUrl?.startsWith('https:') ?? false };
  const isHttps = (addressed: Addressed) => isKnownHttps(addressed, schemeSettings);
  const requestIsHttps = (request: Request) => isHttps(addressedBy(request));

  const sessions = createSessions({
    environment,
    keyPrefix: () => deployment.prefix,
    pool: pools.sessions,
    onChunkStored: (userId, chunk) => chunks.announce(userId, chunk),
    logger,
    metrics,
  });
  const desk = new DeskStore(pools.pages);
  const guard = { tokens, now, findBrand, onAccepted: ({ id }: { id: string }) => limits.handshakes.take(id) };
  const delivery = createDelivery({
    pools,
    redisUrl,
    deployment,
    authentication: {
      tab: { ...guard, audience: 'tab', findActiveUser: signIn, cookies: { findSession, isHttps } },
      companion: { ...guard, audience: 'companion', findActiveUser },
    },
    consoleSessions,
    sessions: sessions.requests,
    trusts,
    logger,
    metrics,
  });
  const offers = createOffers({
    pools,
    environment,
    onChanged: (userId) => delivery.changed([userId]),
    logger,
    metrics,
  });
  const intake = createIntake({
    pools,
    keyPrefix: environment.KEY_PREFIX,
    secretsKeys: environment.SECRETS_KEY ?? environment.SESSION_SECRET,
    limits,
    delivery,
    onOpened: offers.callOpened,
    logger,
    metrics,
  });
  const chunks = new ChunkAnnouncer({ desk: new DeskStore({ query: lookUp }), announce: delivery.announce });
  const app = createApp({
    ...createReadsAndSettings({
      database: pools.pages,
      sums: pools.sums,
      tokens,
      refusedRequests,
      guard: {
        tokens,
        now,
        cookie: { findSession, isHttps: requestIsHttps },
        findActiveUser,
        onSignedIn: ({ id }) => limits.reads.take(id),
      },
      leases: sessions.leases,
      signIn,
      sessions: consoleSessions,
      environment,
      recorder: intake.recorder,
      readSnapshot: delivery.readSnapshot,
      findRecommenderUrl: offers.findUrl,
      desk: {
        desk,
        customers: new CustomerStore(pools.pages),
        onChanged: (userId) => delivery.changed([userId]),
        onPicked: offers.customerPicked,
      },
    }),
    offers: offers.routes,
    isHttps: requestIsHttps,
    findActiveUserByEmail: (brandId, email) => users.findActiveUserByEmail(brandId, email),
    issueToken: tokens.issue,
    now,
    requireEmbedKey: intake.requireEmbedKey,
    ...createSignIn({ environment, prisma, users, sessions: consoleSessions, logger }),
    findSession,
    findActiveUser,
    countSignIn: (request) => limits.signIns.take(`${requestBrand.of(request).id} ${addressToCount(request.ip)}`),
    schemeOf: (request) => publicScheme(addressedBy(request), schemeSettings),
    requireKey: intake.requireKey,
    keys: intake.keys,
    integrations: {
      findIntegration: intake.findIntegration,
      onBadSignature: intake.onBadSignature,
      schemeOf: (request) => signedScheme(addressedBy(request), { ...schemeSettings, publicUrl: serverUrl }),
    },
    recorder: intake.recorder,
    logger,
    metrics,
    metricsAccess: environment,
    trusts,
    openApiDocument: () => createCallEventsOpenApiDocument(documented),
    asyncApiDocument: () => createAsyncApiDocument(documented),
    fileRefused: (entry, findKey) => refusedRequests.file(entry, findKey),
    findKeyOf: intake.findKeyOf,
    findBrand,
    isDraining,
    isReady: createReadiness({ query: lookUp, delivery }),
  });
  const server = createExpressServer(app);
  delivery.attach(server);

  const expiringKeys = metrics.gauge(
    'api_keys_expiring',
    'API keys of all brands that are in use, expire within 14 days and have no successor.',
  );
  const applyRetention = createApplyRetention(new RetentionStore(pools.background));
  const tasks = [
    ...delivery.tasks,
    ...offers.tasks,
    new BackgroundTask({
      name: 'apply retention',
      pauseMs: (rows = 0) => (rows > 0 ? retentionPauseMs.busy : retentionPauseMs.idle),
      run: applyRetention,
      logger,
    }),
    ...regularTasks(logger, {
      'end unreachable calls': { pauseMs: unreachableCallsPauseMs, run: () => users.endUnreachableCalls() },
    }),
    new BackgroundTask({
      name: 'delete old sessions',
      pauseMs: (rows = 0) => (rows > 0 ? retentionPauseMs.busy : oldSessionsPauseMs),
      run: () => consoleSessions.deleteOld(),
      logger,
    }),
    new BackgroundTask({
      name: 'count API keys that expire soon',
      pauseMs: (count?: number) => (count === undefined ? expiringKeysPauseMs.unknown : expiringKeysPauseMs.counted),
      run: async () => {
        const { length } = await findExpiringKeys(pools.background.prisma, now());
        expiringKeys.set(length);
        return length;
      },
      logger,
    }),
  ];
  return {
    server,
    /** Resolves when sockets can be served, or when the database is unavailable. */
    start: async () => {
      if (redisUrl !== undefined) deployment.start();
      intake.start();
      sessions.start();
      for (const [index, task] of tasks.entries()) task.start({ delayMs: index * betweenTasksMs });
      // What fails here is reported by its first use.
      await withinLimit(Promise.allSettled([delivery.joined, pools.warmUp(), intake.warmUp(), brands.warmUp()]));
      return null;
    },
    close: async () => {
      await deployment.stop();
      await Promise.all(tasks.map((task) => task.stop()));
      await delivery.closeSockets();
      await sessions.close();
      await intake.stop();
      await offers.settled();
      await refusedRequests.settled();
      delivery.closeCluster();
      limits.close();
      await pools.close();
    },
  };
}

/** The timer keeps the event loop alive: while the database is unavailable, nothing else may. */
async function withinLimit(work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const giveUp = pause(startLimitMs, undefined, { signal: limit.signal }).catch(() => {});
  await Promise.race([work, giveUp]);
  limit.abort();
}
