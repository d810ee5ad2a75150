import { queryThrough } from '@callside/database';
import { BackgroundTask, createNaturalBatcher, type Logger, type Metrics } from '@callside/service-kit';
import { CompanionPresenceStore } from '../adapters/companion-presence-store.ts';
import type { DeploymentName } from '../adapters/deployment-name.ts';
import { EventReceiptStore } from '../adapters/event-receipt-store.ts';
import { MissedEventStore } from '../adapters/missed-event-store.ts';
import { createRedisCluster } from '../adapters/redis-cluster.ts';
import { RepStateStore } from '../adapters/rep-state-store.ts';
import type { SessionStore } from '../adapters/session-store.ts';
import type { TrustProxy } from '../http/request-host.ts';
import type { SessionDependencies } from '../sockets/session-requests.ts';
import { createSocketServer, type SocketAuthentication } from '../sockets/socket-server.ts';
import { confirmRecordings } from '../use-cases/confirm-recordings.ts';
import { AudienceRefresh } from '../use-cases/refresh-audience.ts';
import { MissedEventRelay } from '../use-cases/relay-missed.ts';
import { RelayedEvents, rememberedSeconds } from '../use-cases/relayed-events.ts';
import type { Pools } from './pools.ts';
import { createPushMetrics } from './push-metrics.ts';
import { regularTasks } from './regular-tasks.ts';

interface Dependencies {
  pools: Pools;
  /** Absent: this instance is the only one. */
  redisUrl: string | undefined;
  deployment: DeploymentName;
  authentication: SocketAuthentication;
  sessions: SessionDependencies;
  /** The sessions of the console. A socket that was opened with the cookie ends with its session. */
  consoleSessions: Pick<SessionStore, 'whichAreOpen'>;
  trusts: TrustProxy;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Pause between comparisons of the states that sockets received with the stored states. A socket that is behind is updated at the second
 * one at the latest, so that a pause reaches a companion within 5 s even if Redis lost it unnoticed.
 */
const refreshPauseMs = 1_000;
const expiryPauseMs = 1_000;
/** A socket is closed within 5 s after its session ended. */
const sessionsPauseMs = 1_000;
/** An instance without a heartbeat for 3 s counts as dead. */
const heartbeatPauseMs = 1_000;
const probePauseMs = 1_000;
/** Pause between reports. A report is itself a publish: if it fails, it counts as a loss and is repeated. */
const lossReportPauseMs = 500;

/** What tabs and companions get: the sockets, the presence of companions and the connection to the other instances. */
export function createPush({
  pools,
  redisUrl,
  deployment,
  consoleSessions,
  logger,
  metrics,
  ...dependencies
}: Dependencies) {
  const query = queryThrough(pools.lookUps);
  const repStates = new RepStateStore({ query });
  const pushMetrics = createPushMetrics(metrics);
  const cutOff = metrics.counter('connections_cut_off_total', 'Socket connections that passed a limit.', ['reason']);
  const sockets = createSocketServer({
    ...dependencies,
    isAlone: redisUrl === undefined,
    onCutOff: (reason) => cutOff.inc({ reason }),
    onRecordingAnswer: pushMetrics.onRecordingAnswer,
    logger,
  });
  pushMetrics.watch(sockets.audience);
  const relay = sockets.announce;
  const presence = new CompanionPresenceStore({
    prisma: pools.background.prisma,
    onPresence: sockets.announceCompanions,
    // It may have lost messages that it could not report.
    onInstanceGone: () => missed?.noteLoss(rememberedSeconds),
    onAcknowledged: (userIds) => {
      confirmRecordings(userIds, { repStates, relay }).catch((error: unknown) => {
        logger.warn({ err: error }, "companions' acknowledgements could not be shown yet");
      });
    },
    onFailure: (error) => logger.warn({ err: error }, 'the presence of companions could not be written yet'),
  });
  const receipts = new EventReceiptStore({
    pool: pools.receipts,
    onFirstPainted: pushMetrics.onFirstPainted,
    onFailure: (error) => logger.warn({ err: error }, 'receipts of tabs could not be written'),
  });
  let cluster: ReturnType<typeof createRedisCluster> | null = null;
  const refresh = new AudienceRefresh({
    audience: sockets.audience,
    repStates,
    onUnreportedLoss: () => missed?.noteLoss(),
  });
  const refreshing = new BackgroundTask({
    name: 'refresh tabs and companions',
    pauseMs: () => refreshPauseMs,
    run: () => refresh.look(),
    logger,
  });
  const relayed = new RelayedEvents();
  // An instance that is alone gets no messages that could be lost.
  const missed =
    redisUrl === undefined
      ? null
      : new MissedEventRelay({
          audience: sockets.audience,
          events: new MissedEventStore({ query }),
          repStates,
          relayed,
          isConnected: () => cluster?.isUp() ?? true,
          onFailure: (eventId, error) => logger.error({ err: error, event: eventId }, 'an event could not be relayed'),
        });
  const refreshAfterLoss = (secondsAgo = 0) => {
    missed?.noteLoss(secondsAgo);
    refresh.noteLoss();
    refreshing.hurry();
  };
  // Changes during one look are combined in the next.
  const lookAtCompanions = createNaturalBatcher<string, void>({
    maxItems: 5_000,
    run: async (userIds) => {
      await refresh.lookAtCompanions(userIds);
      return userIds.map(() => undefined);
    },
  });
  sockets.serve({
    repStates,
    presence,
    painted: receipts,
    onMissed: refreshAfterLoss,
    takeAnnouncement: (announcement) => relayed.take(announcement),
    onCompanions: (userIds) => {
      Promise.all(userIds.map(lookAtCompanions)).catch((error: unknown) => {
        logger.warn({ err: error }, 'companion presence could not be sent to tabs yet');
      });
    },
  });

  if (redisUrl !== undefined) {
    metrics.gaugeOf('redis_up', '1 while this instance is connected to Redis, and Redis accepts its commands.', () =>
      cluster?.isUp() ? 1 : 0,
    );
  }
  async function joinCluster(url: string): Promise<void> {
    const channelPrefix = await deployment.known;
    cluster = createRedisCluster({ url, channelPrefix, logger, metrics });
    cluster.onSubscribed(() => refreshAfterLoss());
    sockets.joinServers(cluster.socketAdapter, { onUnsent: cluster.noteLoss });
  }

  return {
    repStates,
    relay,
    announceOffers: sockets.announceOffers,
    attach: sockets.attach,
    /** Resolves when sockets can be served. */
    joined: redisUrl === undefined ? Promise.resolve() : joinCluster(redisUrl),

    tasks: [
      refreshing,
      ...regularTasks(logger, {
        'close sockets with expired tokens': {
          pauseMs: expiryPauseMs,
          run: async () => sockets.closeExpired(new Date()),
        },
        'close sockets of ended sessions': {
          pauseMs: sessionsPauseMs,
          run: () => sockets.closeEnded(consoleSessions),
        },
        'write the heartbeat of this instance': { pauseMs: heartbeatPauseMs, run: () => presence.beat() },
        'relay events that other instances recorded while messages were lost': {
          pauseMs: refreshPauseMs,
          run: async () => missed?.look(),
        },
        'ask Redis whether it accepts commands': { pauseMs: probePauseMs, run: async () => cluster?.probe() },
        'report failed publishes to peers': {
          pauseMs: lossReportPauseMs,
          run: async () => {
            const secondsAgo = cluster?.takeLoss() ?? null;
            if (secondsAgo !== null) sockets.announceMissed(secondsAgo);
          },
        },
      }),
    ],

    /** For `/health`. */
    status() {
      const { openTabs: tabs, companions } = sockets.audience;
      const redis = redisUrl === undefined ? 'not used' : cluster?.isUp() ? 'up' : 'down';
      return { redis, sockets: { tabs, companions } } as const;
    },

    async closeSockets(): Promise<void> {
      await sockets.close();
      await presence.stop();
      await receipts.settled();
    },

    closeCluster(): void {
      cluster?.close();
    },
  };
}
