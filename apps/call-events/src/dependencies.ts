import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKeyVerifier, createLastUsedRecorder, createSessionTokens, requireApiKey } from '@callside/auth';
import { createDatabase, createPool, queryThrough } from '@callside/database';
import { createCallEventsOpenApiDocument } from '@callside/schemas';
import {
  addressToCount,
  BackgroundTask,
  createExpressServer,
  createNaturalBatcher,
  type Logger,
  type Metrics,
  type Readiness,
} from '@callside/service-kit';
import { createBrandDirectory } from './adapters/brand-directory.ts';
import { lookUpPlans } from './adapters/call-event-statements.ts';
import { createCallEventStore } from './adapters/call-event-store.ts';
import { CompanionPresence } from './adapters/companion-presence.ts';
import { DeploymentName } from './adapters/deployment-name.ts';
import { createLeftBehindEvents } from './adapters/left-behind-events.ts';
import { pagePlans } from './adapters/reads/page-plans.ts';
import { createRedisCluster } from './adapters/redis-cluster.ts';
import { createRefusedRequests } from './adapters/refused-requests.ts';
import { RelayMarks } from './adapters/relay-marks.ts';
import { createRepStateRepository } from './adapters/rep-state-repository.ts';
import { createRetentionStore } from './adapters/retention-store.ts';
import { createUserDirectory } from './adapters/user-directory.ts';
import { createApp } from './app.ts';
import type { Announcement } from './domain/announcement.ts';
import { decideBatch } from './domain/decide-batch.ts';
import type { Environment } from './env.ts';
import type { FindBrand } from './http/brand-of-host.ts';
import { requestHost, type TrustProxy } from './http/request-host.ts';
import { createRateLimits } from './rate-limits.ts';
import { createReadsAndSettings } from './read-dependencies.ts';
import { createSocketServer } from './socket-server.ts';
import { createTranscription } from './transcription-dependencies.ts';
import { createApplyRetention } from './use-cases/apply-retention.ts';
import { createConfirmRecordings } from './use-cases/confirm-recordings.ts';
import { createRecordCallEvent } from './use-cases/record-call-event.ts';
import { createRefreshAudience } from './use-cases/refresh-audience.ts';
import { createRelayAgain } from './use-cases/relay-again.ts';
import { createRelayLeftBehind } from './use-cases/relay-left-behind.ts';

interface Service {
  server: Server;
  /** Resolves when sockets can be served, or the database is unavailable. Must be awaited before the server listens. */
  started: Promise<void>;
  close: () => Promise<void>;
}

/**
 * Pause between comparisons of what sockets were sent with what is stored. A socket that is behind is updated at the second
 * one at the latest, so that a pause reaches a companion within 5 s even if Redis lost it unnoticed.
 */
const refreshPauseMs = 1_000;
const sweepPauseMs = 1_000;
/** An instance without a heartbeat for 3 s counts as dead. */
const instanceBeatPauseMs = 1_000;
/** How long a start waits for the deployment's id from the database. */
const startLimitMs = 2_000;
/** Pause between reports. A report is itself a publish: if it fails, it counts as a loss and is repeated. */
const lossReportPauseMs = 500;
/** Pause between two batches, and between two checks for rows that are due. */
const retentionPauseMs = { busy: 50, idle: 10_000 };

interface ServiceOptions {
  logger: Logger;
  metrics: Metrics;
  /** The process has received a stop signal but still serves. */
  isDraining?: () => boolean;
  /** Runs after an event is committed and before it is announced; crash tests end the process here. */
  onCommitted?: () => void;
}

/** Builds the service from its settings and starts its background tasks. */
export function createService(
  environment: Environment,
  { logger, metrics, isDraining, onCommitted = () => {} }: ServiceOptions,
): Service {
  const url = environment.DATABASE_URL;
  const onConnectionLost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  // A separate pool, so that a reconnect storm never takes a connection from the events of calls.
  const intake = createPool({
    url,
    maxConnections: 6,
    applicationName: 'call-events intake',
    onConnectionLost,
    // Overrides the server's default: an event answered with 200 is on disk.
    settings: { ...lookUpPlans, synchronous_commit: 'on' },
    pipeline: true,
  });
  const reads = createPool({ url, maxConnections: 6, applicationName: 'call-events reads', onConnectionLost });
  const markPool = createPool({
    url,
    maxConnections: 1,
    applicationName: 'call-events marks',
    onConnectionLost,
    settings: { ...lookUpPlans, synchronous_commit: 'off' },
  });
  // Reads may take long: separate from the pools of events and tabs.
  const pages = createDatabase({
    url,
    maxConnections: 4,
    applicationName: 'call-events pages',
    onConnectionLost,
    statementTimeoutMs: 15_000,
    settings: pagePlans,
  });
  // One connection: background deletion may be slow.
  const housekeeping = createDatabase({
    url,
    maxConnections: 1,
    applicationName: 'call-events retention',
    onConnectionLost,
    settings: pagePlans,
  });
  const intakeQuery = queryThrough(intake);
  const readQuery = queryThrough(reads);

  const batchSizes = metrics.histogram(
    'call_event_batch_size',
    'Events that one transaction recorded.',
    [],
    [1, 2, 4, 8, 16, 32, 64, 128],
  );
  const marks = new RelayMarks({
    pool: markPool,
    onFailure: (error) =>
      logger.warn({ err: error }, 'events that were relayed could not be marked: they will be sent again'),
  });
  const markRelayed = (eventId: string) => marks.mark(eventId);
  const store = createCallEventStore({ pool: intake, decideBatch, onBatch: (size) => batchSizes.observe(size) });
  const repStates = createRepStateRepository({ query: readQuery });
  const users = createUserDirectory({ query: readQuery });
  const findBrandOfHost = createBrandDirectory({ query: readQuery, now: () => Date.now() });
  const lastUsed = createLastUsedRecorder({
    query: readQuery,
    intervalMs: 5_000,
    onFailure: (error) => logger.warn({ err: error }, 'last use of keys could not be written yet'),
  });

  const refusedRequests = createRefusedRequests({ prisma: pages.prisma, logger, metrics, now: () => Date.now() });

  const tokens = createSessionTokens({ secrets: environment.SESSION_SECRET });
  const trusts: TrustProxy = (address, hop) => app.get('trust proxy fn')(address, hop);
  const findBrand: FindBrand = async (request) => {
    const host = requestHost(request, trusts);
    return host === null ? null : findBrandOfHost(host);
  };
  const guard = {
    tokens,
    now: () => new Date(),
    findBrand,
    onAccepted: ({ id }: { id: string }) => limits.handshakes.take(id),
  };

  const isAlone = environment.REDIS_URL === undefined;
  const deployment = new DeploymentName({ prisma: pages.prisma, logger });
  let cluster: ReturnType<typeof createRedisCluster> | null = null;

  const transcription = createTranscription({
    environment,
    keyPrefix: () => deployment.prefix,
    pool: { url, onConnectionLost, settings: { ...lookUpPlans, synchronous_commit: 'on' } },
    logger,
    metrics,
  });

  const limits = createRateLimits({ environment, logger });

  const relay = (announcement: Announcement) => sockets.announce(announcement);
  const relayAgain = createRelayAgain({ readSnapshot: repStates.readSnapshot, relay, markRelayed });
  const confirmRecordings = createConfirmRecordings({ keepConfirmations: repStates.keepConfirmations, relay });
  const presenceDatabase = createDatabase({
    url,
    maxConnections: 2,
    applicationName: 'call-events presence',
    onConnectionLost,
  });
  const presence = new CompanionPresence({
    prisma: presenceDatabase.prisma,
    onPresence: (userIds) => sockets.announceCompanions(userIds),
    onAcknowledged: (userIds) => {
      confirmRecordings(userIds).catch((error: unknown) => {
        logger.warn({ err: error }, "companions' acknowledgements could not be shown yet");
      });
    },
    onFailure: (error) => logger.warn({ err: error }, 'the presence of companions could not be written yet'),
  });

  const accepted = metrics.counter('call_events_accepted_total', 'Events that were answered 200.', [
    'event',
    'outcome',
  ]);
  const app = createApp({
    ...createReadsAndSettings({
      pool: pages.pool,
      readRefused: refusedRequests.readPage,
      guard: {
        tokens,
        now: guard.now,
        findActiveUser: users.findActiveUser,
        onSignedIn: ({ id }) => limits.reads.take(id),
      },
      presences: transcription.leases.presences,
      environment,
    }),
    logger,
    metrics,
    metricsAccess: environment,
    trustProxy: environment.TRUST_PROXY,
    openApiDocument: createCallEventsOpenApiDocument({
      version: '0.1.0',
      ...(environment.PUBLIC_URL !== undefined && { serverUrl: environment.PUBLIC_URL }),
    }),
    fileRefused: refusedRequests.file,
    consoleDirectory: consoleDirectory(),
    findBrand,
    requireKey: requireApiKey({
      verify: createApiKeyVerifier({ query: intakeQuery, keyPrefix: environment.KEY_PREFIX, onUse: lastUsed.record }),
      feature: 'call-events',
      // Only after a key has failed: diallers do not retry a 429, and a pause would be lost.
      onRefused: ({ ip }, { brand }) => limits.failedKeys.take(`${brand.id} ${addressToCount(ip)}`),
    }),
    recordCallEvent: createRecordCallEvent({
      record: async (event) => {
        const recorded = await store.record(event);
        onCommitted();
        accepted.inc({ event: event.event, outcome: recorded.kind });
        return recorded;
      },
      relay,
      relayAgain: (original) =>
        relayAgain(original).catch((error: unknown) => {
          logger.warn({ err: error }, 'a duplicate could not be sent again');
          return 0;
        }),
      markRelayed,
    }),
    isDraining,
    isReady: async (): Promise<Readiness> => {
      const database = await readQuery('SELECT 1').then(
        () => 'up',
        () => 'down',
      );
      const redis = isAlone ? 'not used' : cluster?.isUp() ? 'up' : 'down';
      const { openTabs, companions } = sockets.audience;
      return {
        ok: database === 'up',
        degraded: redis === 'down',
        sections: { database, redis, sockets: { tabs: openTabs, companions } },
      };
    },
  });
  // Socket.IO handles its own requests before the existing listeners: the app must be attached first.
  const server = createExpressServer(app, { requireHostHeader: false });

  const cutOff = metrics.counter('connections_cut_off_total', 'Socket connections that passed a limit.', ['reason']);
  const sockets = createSocketServer({
    server,
    isAlone,
    authentication: {
      tab: { ...guard, audience: 'tab', findActiveUser: users.signIn },
      companion: { ...guard, audience: 'companion', findActiveUser: users.findActiveUser },
    },
    readSnapshot: repStates.readSnapshot,
    onAcknowledged: (socketId, sequence) => presence.acknowledge(socketId, sequence),
    presence,
    onCompanions: (userIds) => {
      lookAtCompanions(userIds).catch((error: unknown) => {
        logger.warn({ err: error }, 'companion presence could not be sent to tabs yet');
      });
    },
    sessions: transcription.requests,
    onMissed: () => refreshAfterLoss(),
    trusts,
    onCutOff: (reason) => cutOff.inc({ reason }),
    onUnsent: () => cluster?.noteLoss(),
    logger,
  });

  const refreshAudience = createRefreshAudience({
    listeners: () => sockets.audience.listeners(),
    readStandings: repStates.readStandings,
    readSnapshots: repStates.readSnapshots,
    dismiss: (userId) => sockets.audience.dismiss(userId),
  });
  // Changes during one check are combined in the next.
  const lookAtEach = createNaturalBatcher<string, void>({
    maxItems: 5_000,
    run: async (userIds) => {
      await refreshAudience.lookAtCompanions(userIds);
      return userIds.map(() => undefined);
    },
  });
  const lookAtCompanions = (userIds: string[]) => Promise.all(userIds.map((userId) => lookAtEach(userId)));
  const refreshing = new BackgroundTask({
    name: 'refresh tabs and companions',
    pauseMs: () => refreshPauseMs,
    run: refreshAudience.look,
    logger,
  });
  const refreshAfterLoss = () => {
    refreshAudience.noteLoss();
    refreshing.hurry();
  };
  const { REDIS_URL } = environment;
  const joined =
    REDIS_URL === undefined
      ? Promise.resolve()
      : deployment.known.then((channelPrefix) => {
          cluster = createRedisCluster({ url: REDIS_URL, channelPrefix, logger, metrics });
          cluster.onSubscribed(refreshAfterLoss);
          sockets.joinServers(cluster.socketAdapter);
        });
  // Keeps the event loop alive: while the database is unavailable, nothing else may.
  const limit = new AbortController();
  const giveUp = pause(startLimitMs, undefined, { signal: limit.signal }).catch(() => {});
  const endWait = () => limit.abort();
  joined.then(endWait, endWait);

  const relayFailures = metrics.counter(
    'relay_left_behind_failures_total',
    'Failed attempts to relay an event that a crash had left behind.',
  );
  const relayLeftBehind = createRelayLeftBehind({
    takeLeftBehind: createLeftBehindEvents({ pool: intake }),
    readSnapshots: repStates.readSnapshots,
    relay,
    onFailure: (eventId, error) => {
      relayFailures.inc();
      logger.error({ err: error, event_row: eventId }, 'an event that a crash had left behind cannot be relayed yet');
    },
  });
  const leftBehind = metrics.counter(
    'relay_left_behind_total',
    'Events that a crash had left behind and that the sweep relayed.',
  );
  const applyRetention = createApplyRetention(createRetentionStore({ prisma: housekeeping.prisma }));
  const tasks = [
    new BackgroundTask({
      name: 'apply retention',
      pauseMs: (rows = 0) => (rows > 0 ? retentionPauseMs.busy : retentionPauseMs.idle),
      run: applyRetention,
      logger,
    }),
    new BackgroundTask({
      name: 'relay events that a crash left behind',
      pauseMs: () => sweepPauseMs,
      run: async () => leftBehind.inc(await relayLeftBehind()),
      logger,
    }),
    refreshing,
    new BackgroundTask({
      name: 'close sockets with expired tokens',
      pauseMs: () => sweepPauseMs,
      run: async () => sockets.tendTokens(new Date()),
      logger,
    }),
    new BackgroundTask({
      name: 'write the heartbeat of this instance',
      pauseMs: () => instanceBeatPauseMs,
      run: () => presence.beat(),
      logger,
    }),
    new BackgroundTask({
      name: 'report failed publishes to peers',
      pauseMs: () => lossReportPauseMs,
      run: async () => {
        if (cluster && cluster.takeLosses() > 0) sockets.announceMissed();
      },
      logger,
    }),
  ];
  lastUsed.start();
  if (!isAlone) deployment.start();
  for (const task of tasks) task.start();
  transcription.start();

  return {
    server,
    started: Promise.race([joined, giveUp]),
    close: async () => {
      await deployment.stop();
      await Promise.all(tasks.map((task) => task.stop()));
      await sockets.close();
      await presence.stop();
      await transcription.close();
      await lastUsed.stop();
      await marks.stop();
      await refusedRequests.settled();
      cluster?.close();
      limits.close();
      await Promise.all([
        intake.end(),
        markPool.end(),
        reads.end(),
        pages.close(),
        housekeeping.close(),
        presenceDatabase.close(),
      ]);
    },
  };
}

function consoleDirectory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@callside/console/package.json')), 'dist');
}
