import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { queryThrough } from '@callside/database';
import { createAsyncApiDocument, createCallEventsOpenApiDocument } from '@callside/schemas/documents';
import { createBodyBudget, createExpressServer, type Service, type ServiceOptions } from '@callside/service-kit';
import proxyAddress from 'proxy-addr';
import { createApp } from './app.ts';
import { brandOfHost, createBrands, createSchemes } from './brands/index.ts';
import { createCalls } from './calls/index.ts';
import { createErasureRoutes } from './customers/index.ts';
import { createDelivery } from './delivery/index.ts';
import { DeploymentName } from './deployment-name.ts';
import { createDesk } from './desk/index.ts';
import { createEndpoints } from './endpoints/index.ts';
import { createCardMetrics, createEvidence } from './evidence/index.ts';
import { createImports } from './imports/index.ts';
import { createOffers } from './offers/index.ts';
import { createPlatforms } from './platforms/index.ts';
import { createPools } from './pools.ts';
import { createRateLimits, type MostPerMinute } from './rate-limits.ts';
import { createReadiness } from './readiness.ts';
import { createRecords } from './records/index.ts';
import { createRetention } from './retention/index.ts';
import type { Environment } from './settings.ts';
import { createSignIn } from './sign-in/index.ts';
import { createTranscription } from './transcription/index.ts';

const { version } = createRequire(import.meta.url)('@callside/call-events/package.json') as { version: string };

/** How long a start waits for the database. */
const startLimitMs = 2_000;
/** Most tasks run each second. If they ran in the same moment, events would wait for all of them. */
const betweenTasksMs = 80;
/** Webhooks in progress above which reads are refused: more than a tenth of a second of work. */
const busyIntake = 1_000;

interface CallEventsOptions extends ServiceOptions {
  /** Replaces some of the rate limits. */
  rates?: Partial<MostPerMinute>;
}

/** Builds the modules of the service in the order in which they need each other, and mounts what they return. */
export function createService(
  environment: Environment,
  { logger, metrics, isDraining, rates }: CallEventsOptions,
): Service {
  const { REDIS_URL: redisUrl, PUBLIC_URL: publicUrl } = environment;
  const pools = createPools({ url: environment.DATABASE_URL, logger });
  const deployment = new DeploymentName({ prisma: pools.pages.prisma, logger });
  const limits = createRateLimits({ environment, rates, deployment, logger });
  const trusts = proxyAddress.compile(environment.TRUST_PROXY);
  const schemes = createSchemes({ trusts, publicUrl });
  const budget = createBodyBudget();
  const base = { environment, pools, limits, trusts, schemes, logger, metrics };

  const brands = createBrands(base);
  const requireBrand = brandOfHost({ findBrand: brands.find });
  const { guards, ...signIn } = createSignIn({ ...base, brands });
  const cards = createCardMetrics(metrics);
  const countMasked = (masked: number) => cards.inc({ where: 'note' }, masked);
  const transcription = createTranscription({
    ...base,
    deployment,
    countMasked: (masked) => cards.inc({ where: 'transcript' }, masked),
  });
  const delivery = createDelivery({
    ...base,
    redisUrl,
    deployment,
    authentication: signIn.authentication,
    consoleSessions: signIn.sessions,
    transcription,
  });
  const onChanged = (userId: string) => delivery.changed([userId]);
  const offers = createOffers({
    ...base,
    guards,
    tokens: signIn.tokens,
    onChanged,
    countMasked,
  });
  const imports = createImports({ ...base, ...guards });
  const calls = createCalls({
    ...base,
    ...guards,
    brands,
    requireBrand,
    budget,
    delivery,
    onOpened: offers.callOpened,
  });
  const platforms = createPlatforms({
    ...base,
    ...guards,
    keys: brands.keys,
    requireBrand,
    budget,
    record: calls.recordOfPlatform,
    isOnFile: calls.isOnFile,
  });
  const records = createRecords({
    ...base,
    ...guards,
    keys: brands.keys,
    auditRequest: brands.auditRequest,
    leases: transcription.leases,
    sendOwnerEvent: calls.sendOwnerEvent,
  });
  const desk = createDesk({
    ...base,
    ...guards,
    auditRequest: brands.auditRequest,
    onChanged,
    onPicked: offers.customerPicked,
    onNotes: delivery.announceNotes,
    countMasked,
  });
  const evidence = createEvidence({ ...base, ...guards });
  const endpoints = createEndpoints({ ...base, ...guards, watchPauses: evidence.watchPauses });
  const retention = createRetention({ ...base, noteHeads: evidence.noteHeads });

  const documented = { version, ...(publicUrl !== undefined && { serverUrl: publicUrl }) };
  const app = createApp({
    trusts,
    requireBrand,
    webhooks: [calls.webhooks, platforms.webhooks],
    isIntakeBusy: () => budget.inFlight > busyIntake,
    signInPages: signIn.pages,
    brandRoutes: [
      records.routes,
      calls.routes,
      offers.routes,
      brands.routes({ ...guards, events: records.events }),
      platforms.routes,
      imports.routes,
      createErasureRoutes({ ...guards, database: pools.background }),
      signIn.routes,
      desk.routes,
      endpoints.routes,
      evidence.routes,
    ],
    console: signIn,
    fileRefused: records.fileRefused,
    logger,
    metrics,
    metricsAccess: environment,
    isDraining,
    isReady: createReadiness({ query: queryThrough(pools.snapshots), delivery }),
    openApiDocument: () => createCallEventsOpenApiDocument(documented),
    asyncApiDocument: () => createAsyncApiDocument(documented),
  });
  const server = createExpressServer(app, { sockets: delivery.sockets });

  const tasks = [
    ...delivery.tasks,
    ...offers.tasks,
    ...retention.tasks,
    ...endpoints.tasks,
    ...calls.tasks,
    ...platforms.tasks,
    ...brands.keys.tasks,
  ];
  return {
    server,
    /** Resolves when sockets can be served, or when the database is unavailable. */
    start: async () => {
      if (redisUrl !== undefined) deployment.start();
      brands.keys.start();
      transcription.start();
      for (const [index, task] of tasks.entries()) task.start({ delayMs: index * betweenTasksMs });
      // What fails here is reported by its first use.
      await withinLimit(Promise.allSettled([delivery.joined, pools.warmUp(), brands.warmUp()]));
      return null;
    },
    close: async () => {
      await deployment.stop();
      await Promise.all(tasks.map((task) => task.stop()));
      await delivery.closeSockets();
      await transcription.close();
      await brands.keys.stop();
      await offers.settled();
      await endpoints.stop();
      await imports.close();
      await records.settled();
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
