// Delivery: how an event reaches every tab of its rep, once and in order, on any of several instances.

import { randomUUID } from 'node:crypto';
import { queryThrough } from '@callside/database';
import type { CallNotesMessage } from '@callside/schemas';
import { BackgroundTask, type Logger, type Metrics } from '@callside/service-kit';
import type { Schemes, TrustProxy } from '../brands/index.ts';
import { controlsRecording, type LoggedEvent, type RecordedEvent } from '../calls/index.ts';
import type { DeploymentName } from '../deployment-name.ts';
import { storeReport } from '../evidence/index.ts';
import type { Pools } from '../pools.ts';
import type { SessionStore } from '../sign-in/index.ts';
import type { SessionDependencies, Transcription } from '../transcription/index.ts';
import { createCluster } from './cluster.ts';
import { CompanionStore } from './companions.store.ts';
import { createSocketServer, type SocketAuthentication } from './connections/socket-server.ts';
import type { PushSocket } from './connections/socket-types.ts';
import { DeliveryStore } from './delivery.store.ts';
import { Fence } from './fence.ts';
import { FenceWatch } from './fence-watch.ts';
import { joinCompanions, joinTabs } from './join.ts';
import { watchLag } from './lag.ts';
import { Look } from './look.ts';
import { chunkAnnouncement, eventAnnouncement, notesAnnouncement, retryAnnouncement } from './messages-of-events.ts';
import { Peers } from './peers.ts';
import { createPushMetrics } from './push-metrics.ts';
import { EventReceiptStore } from './receipts.store.ts';
import type { Announcement } from './rules/messages.ts';
import { createSocketOutlet } from './socket-outlet.ts';
import { Streams } from './streams.ts';

interface Dependencies {
  pools: Pools;
  /** Absent: this instance is the only one. */
  redisUrl: string | undefined;
  deployment: DeploymentName;
  authentication: SocketAuthentication;
  transcription: Pick<Transcription, 'requests'>;
  /** The sessions of the console. A socket that was opened with the cookie ends with its session. */
  consoleSessions: Pick<SessionStore, 'whichAreOpen'>;
  trusts: TrustProxy;
  schemes: Pick<Schemes, 'isHandshakeHttps'>;
  logger: Logger;
  metrics: Metrics;
}

const lookEveryMs = 1_000;

/** Sends what happens to reps to their tabs and companions, on this instance and, through Redis, on the others. */
export function createDelivery({
  pools,
  redisUrl,
  deployment,
  transcription,
  consoleSessions,
  logger,
  metrics,
  ...dependencies
}: Dependencies) {
  const now = () => performance.now();
  const instanceId = randomUUID();
  const store = new DeliveryStore({
    query: queryThrough(pools.snapshots),
    look: queryThrough(pools.delivery),
    instanceId,
  });
  const fence = new Fence({ now });
  const pushMetrics = createPushMetrics(metrics);
  const cutOff = metrics.counter('connections_cut_off_total', 'Socket connections that passed a limit.', ['reason']);
  const sessions: SessionDependencies = {
    ...transcription.requests,
    storeChunk: async (userId, chunk) => {
      const stored = await transcription.requests.storeChunk(userId, chunk);
      const { outcome, callReference } = stored;
      // A lost piece is not repeated: tabs read the transcript again.
      if (outcome === 'stored' && callReference !== null) tell(chunkAnnouncement(userId, callReference, chunk));
      return stored;
    },
  };
  const sockets = createSocketServer({
    ...dependencies,
    sessions,
    storeReport: (report) => storeReport(queryThrough(pools.sessions), report),
    isAlone: redisUrl === undefined,
    onCutOff: (reason) => cutOff.inc({ reason }),
    onRecordingAnswer: pushMetrics.onRecordingAnswer,
    logger,
  });
  const { rep, companion } = sockets;
  pushMetrics.watch({ tabs: () => rep.sockets.size, companions: () => companion.sockets.size });
  const outlet = createSocketOutlet({ rep, fence, onUnclaimed: (userId) => streams.find(userId)?.askForState() });
  const streams: Streams<PushSocket> = new Streams<PushSocket>({
    sockets: outlet,
    log: store,
    onFailure: (error) => logger.warn({ err: error }, 'missed events could not be read yet'),
  });
  const fenceWatch = new FenceWatch({ fence, streams, rep, companion, logger });
  const lag = watchLag(metrics, { streams, now });
  const look = new Look({
    streams,
    fence,
    store,
    closeSockets: sockets.closeSockets,
    restartSockets: sockets.restartSockets,
    onNewInstance: () => companions.writeAgain(),
    onLooked: (at) => {
      fenceWatch.noteLook(at);
      lag.measure();
    },
    now,
  });
  const peers = new Peers({ rep, logger });
  const lookAt = (userIds: readonly string[]) => {
    look.at(userIds).catch((error: unknown) => logger.warn({ err: error }, 'a change could not be shown yet'));
  };
  peers.onAnnouncement((announcement) => void streams.receive(announcement));
  peers.onChanged(lookAt);
  /** Something of these reps has changed that is no event: a customer, offers, companions. */
  const changed = (userIds: string[]) => {
    lookAt(userIds);
    peers.tellChanged(userIds);
  };
  const announce = (announcement: Announcement) => {
    const delivered = streams.receive(announcement);
    peers.announce(announcement);
    return delivered;
  };
  /** Never throws. What is lost is not said again. */
  const tell = (announcement: Announcement) => {
    try {
      void announce(announcement);
    } catch (error) {
      logger.warn({ err: error }, 'what is stored could not be sent to tabs');
    }
  };
  const companions: CompanionStore = new CompanionStore({
    query: queryThrough(pools.delivery),
    instanceId,
    isFenced: () => fence.isFenced(),
    onChanged: changed,
    onFailure: (error) => logger.warn({ err: error }, 'the presence of companions could not be written yet'),
  });
  const receipts = new EventReceiptStore({
    pool: pools.delivery,
    onFirstPainted: pushMetrics.onFirstPainted,
    onFailure: (error) => logger.warn({ err: error }, 'receipts of tabs could not be written'),
  });
  const joining = { streams, outlet, fence, readSnapshot: store.readSnapshot, logger };
  joinTabs(rep, joining);
  joinCompanions(companion, { ...joining, companions });
  sockets.serve({ companions, painted: receipts });

  let cluster: ReturnType<typeof createCluster> | null = null;
  if (redisUrl !== undefined) {
    metrics.gaugeOf('redis_up', '1 while this instance is connected to Redis, and Redis accepts its commands.', () =>
      cluster?.isUp() ? 1 : 0,
    );
  }
  async function joinCluster(url: string): Promise<void> {
    const channelPrefix = await deployment.known;
    cluster = createCluster({ url, channelPrefix, logger });
    sockets.joinServers(cluster.socketAdapter);
    peers.join();
  }
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isEnding = false;
  /** The look does not wait for it: when the sessions cannot be read, the database of events may be in reach. */
  const endSockets = async () => {
    if (isEnding) return;
    isEnding = true;
    await sockets.closeEnded(consoleSessions).catch((error: unknown) => {
      logger.warn({ err: error }, 'the sessions of sockets could not be read yet');
    });
    isEnding = false;
  };

  return {
    /** Sends what was recorded. Resolves to the number of tabs that this instance sent it to. */
    announceEvent(recorded: RecordedEvent): Promise<number> | number {
      const announcement = eventAnnouncement(recorded);
      return announcement === null ? 0 : announce(announcement);
    },
    changed,
    /** Shows the rep's tabs notes that are stored. Where they are lost, the next write of that tab is refused. */
    announceNotes: (userId: string, notes: CallNotesMessage) => tell(notesAnnouncement(userId, notes)),
    /** The database answered what was sent at this time, by a monotonic clock. */
    noteCommit: (sentAt: number) => fence.prove(sentAt),
    sockets: sockets.handlers,
    /** Resolves when sockets can be served. */
    joined: Promise.all([redisUrl === undefined ? undefined : joinCluster(redisUrl), look.all().catch(() => {})]),

    /**
     * Delivers what the sockets of this instance lack up to this position. Returns the number of tabs that were behind it, and now have it.
     */
    async deliverUpTo(userId: string, position: number): Promise<number> {
      const stream = streams.find(userId);
      if (stream?.position == null || stream.position >= position) return 0;
      await streams.catchUp(stream, position);
      return stream.position >= position ? stream.tabs : 0;
    },

    /** Sends the current recording state again, with its sequence, for an event of the log whose retry has come. */
    async deliverAgain(logged: LoggedEvent): Promise<number> {
      if (logged.userId === null || !controlsRecording(logged.event)) return 0;
      const snapshot = await store.readSnapshot(logged.userId);
      return snapshot === null ? 0 : announce(retryAnnouncement(logged, snapshot));
    },

    tasks: [
      new BackgroundTask({
        name: 'look for what sockets lack',
        pauseMs: () => Math.max(0, lookedAt + lookEveryMs - now()),
        run: async () => {
          lookedAt = now();
          sockets.closeExpired(new Date());
          void endSockets();
          await look.all();
        },
        logger,
      }),
    ],

    /** For `/health`. */
    status() {
      const redis = redisUrl === undefined ? 'not used' : cluster?.isUp() ? 'up' : 'down';
      return {
        redis,
        isFenced: fence.isFenced(),
        sockets: { tabs: rep.sockets.size, companions: companion.sockets.size },
      } as const;
    },

    async closeSockets(): Promise<void> {
      fenceWatch.stop();
      await sockets.close();
      await companions.stop();
      await receipts.settled();
    },

    closeCluster(): void {
      cluster?.close();
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
