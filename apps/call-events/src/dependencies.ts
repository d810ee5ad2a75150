import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  createApiKeyVerifier,
  createLastUsedRecorder,
  createSessionTokens,
  createSocketGuard,
  requireApiKey,
} from '@callside/auth';
import { createPool, queryThrough } from '@callside/database';
import { createCallEventsOpenApiDocument } from '@callside/schemas';
import { BackgroundTask, createExpressServer, type Logger, type Metrics, type Readiness } from '@callside/service-kit';
import { createBrandDirectory } from './adapters/brand-directory.ts';
import { lookUpPlans } from './adapters/call-event-statements.ts';
import { createCallEventStore } from './adapters/call-event-store.ts';
import { createLeftBehindEvents } from './adapters/left-behind-events.ts';
import { createRedisCluster } from './adapters/redis-cluster.ts';
import { RelayMarks } from './adapters/relay-marks.ts';
import { createRepStateRepository } from './adapters/rep-state-repository.ts';
import { createUserDirectory } from './adapters/user-directory.ts';
import { createApp } from './app.ts';
import type { Announcement } from './domain/call-audience.ts';
import { decideBatch } from './domain/decide-batch.ts';
import type { Environment } from './env.ts';
import type { FindBrand } from './http/brand-of-host.ts';
import { requestHost, type TrustProxy } from './http/request-host.ts';
import { createReadsAndSettings } from './read-dependencies.ts';
import { createSocketServer } from './socket-server.ts';
import type { SocketUser } from './sockets/socket-types.ts';
import { createTranscription } from './transcription-dependencies.ts';
import { createConfirmRecording } from './use-cases/confirm-recording.ts';
import { createRecordCallEvent } from './use-cases/record-call-event.ts';
import { createRefreshAudience } from './use-cases/refresh-audience.ts';
import { createRelayAgain } from './use-cases/relay-again.ts';
import { createRelayLeftBehind } from './use-cases/relay-left-behind.ts';

interface Service {
  server: Server;
  close: () => Promise<void>;
}

/** How often tabs are compared with what is on file; more often while messages between servers get lost. */
const refreshPauseMs = { usual: 5_000, lossy: 1_000 };
const sweepPauseMs = 1_000;
/** Until it arrives: a report that is lost counts as a loss. */
const lossReportPauseMs = 500;

interface ServiceOptions {
  logger: Logger;
  metrics: Metrics;
  /** Runs after an event is committed and before anybody is told; tests of crashes crash there. */
  onCommitted?: () => void;
}

/** Builds the service from its settings and starts what runs in the background. */
export function createService(
  environment: Environment,
  { logger, metrics, onCommitted = () => {} }: ServiceOptions,
): Service {
  const url = environment.DATABASE_URL;
  const onConnectionLost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  // Apart, so that a herd of returning tabs never takes a connection from the events of calls.
  const intake = createPool({
    url,
    maxConnections: 6,
    applicationName: 'call-events intake',
    onConnectionLost,
    // Whatever the server's default is: an event that was answered 200 is on disk.
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
  // What people read takes as long as it takes: apart from what events and tabs wait for.
  const pages = createPool({
    url,
    maxConnections: 4,
    applicationName: 'call-events pages',
    onConnectionLost,
    statementTimeoutMs: 15_000,
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
      logger.warn({ err: error }, 'events that were relayed could not be marked: they will be told again'),
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

  const tokens = createSessionTokens({ secret: environment.SESSION_SECRET });
  const trusts: TrustProxy = (address, hop) => app.get('trust proxy fn')(address, hop);
  const findBrand: FindBrand = async (request) => {
    const host = requestHost(request, trusts);
    return host === null ? null : findBrandOfHost(host);
  };
  const guard = {
    tokens,
    now: () => new Date(),
    findBrand,
  };

  const cluster =
    environment.REDIS_URL === undefined
      ? null
      : createRedisCluster({
          url: environment.REDIS_URL,
          channelPrefix: channelPrefixOf(environment),
          logger,
          metrics,
        });

  const transcription = createTranscription({
    environment,
    keyPrefix: channelPrefixOf(environment),
    pool: { url, onConnectionLost, settings: { ...lookUpPlans, synchronous_commit: 'on' } },
    logger,
    metrics,
  });

  const relay = (announcement: Announcement) => sockets.announce(announcement);
  const relayAgain = createRelayAgain({ readSnapshot: repStates.readSnapshot, relay, markRelayed });
  const confirmRecording = createConfirmRecording({ keepConfirmation: repStates.keepConfirmation, relay });

  const accepted = metrics.counter('call_events_accepted_total', 'Events that were answered 200.', [
    'event',
    'outcome',
  ]);
  const app = createApp({
    ...createReadsAndSettings({
      pool: pages,
      guard: { tokens, now: guard.now, findActiveUser: users.findActiveUser },
      presences: transcription.leases.presences,
      environment,
    }),
    logger,
    metrics,
    trustProxy: environment.TRUST_PROXY,
    openApiDocument: createCallEventsOpenApiDocument({
      version: '0.1.0',
      ...(environment.PUBLIC_URL !== undefined && { serverUrl: environment.PUBLIC_URL }),
    }),
    consoleDirectory: consoleDirectory(),
    findBrand,
    requireKey: requireApiKey({
      verify: createApiKeyVerifier({ query: intakeQuery, keyPrefix: environment.KEY_PREFIX, onUse: lastUsed.record }),
      feature: 'call-events',
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
          logger.warn({ err: error }, 'a duplicate could not be told again');
          return 0;
        }),
      markRelayed,
    }),
    isReady: async (): Promise<Readiness> => {
      const database = await intakeQuery('SELECT 1').then(
        () => 'up',
        () => 'down',
      );
      const redis = cluster === null ? 'not used' : cluster.isUp() ? 'up' : 'down';
      const { openTabs, companions } = sockets.audience;
      return {
        ok: database === 'up',
        degraded: redis === 'down',
        sections: { database, redis, sockets: { tabs: openTabs, companions } },
      };
    },
  });
  // Socket.IO takes its own requests before it hands the others to the listener that it finds: the app comes first.
  const server = createExpressServer(app, { requireHostHeader: false });

  const sockets = createSocketServer({
    server,
    ...(cluster && { socketAdapter: cluster.socketAdapter }),
    tabGuard: createSocketGuard<SocketUser>({ ...guard, audience: 'tab', findActiveUser: users.signIn }),
    companionGuard: createSocketGuard<SocketUser>({
      ...guard,
      audience: 'companion',
      findActiveUser: users.findActiveUser,
    }),
    readSnapshot: repStates.readSnapshot,
    onAcknowledged: (userId, sequence) => {
      confirmRecording(userId, sequence).catch((error: unknown) => {
        logger.warn({ err: error }, "a companion's acknowledgement could not be kept");
      });
    },
    sessions: transcription.requests,
    onMissed: () => void refreshAll(),
    logger,
  });

  const refreshAudience = createRefreshAudience({
    audience: () => sockets.audience.standings(),
    readStandings: repStates.readStandings,
    readSnapshots: repStates.readSnapshots,
    deliver: (announcement) => sockets.audience.deliver(announcement),
    dismiss: (userId) => sockets.audience.dismiss(userId),
  });
  const refreshAll = () =>
    refreshAudience({ who: 'all' }).catch((error: unknown) =>
      logger.warn({ err: error }, 'tabs could not be refreshed yet'),
    );
  cluster?.onSubscribed(() => void refreshAll());

  const relayLeftBehind = createRelayLeftBehind({
    takeLeftBehind: createLeftBehindEvents({ pool: intake }),
    relayAgain,
  });
  const leftBehind = metrics.counter(
    'relay_left_behind_total',
    'Events that a crash had left untold and the sweep told.',
  );
  const tasks = [
    new BackgroundTask({
      name: 'relay what a crash left behind',
      pauseMs: () => sweepPauseMs,
      run: async () => leftBehind.inc(await relayLeftBehind()),
      logger,
    }),
    new BackgroundTask({
      name: 'refresh tabs',
      pauseMs: () => ((cluster?.isUp() ?? true) ? refreshPauseMs.usual : refreshPauseMs.lossy),
      run: () => refreshAudience({ who: 'behind' }),
      logger,
    }),
    new BackgroundTask({
      name: 'own up to lost announcements',
      pauseMs: () => lossReportPauseMs,
      run: async () => {
        if (cluster && cluster.takeLosses() > 0) sockets.announceMissed();
      },
      logger,
    }),
  ];
  lastUsed.start();
  for (const task of tasks) task.start();
  transcription.start();

  return {
    server,
    close: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      await sockets.close();
      await transcription.close();
      await lastUsed.stop();
      await marks.stop();
      cluster?.close();
      await Promise.all([intake.end(), markPool.end(), reads.end(), pages.end()]);
    },
  };
}

/** The servers of one deployment share a secret, so that nobody else's messages on the same Redis reach them. */
function channelPrefixOf({ SESSION_SECRET }: Environment): string {
  return `callside:${createHash('sha256').update(`channel ${SESSION_SECRET}`).digest('hex').slice(0, 16)}`;
}

function consoleDirectory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@callside/console/package.json')), 'dist');
}
