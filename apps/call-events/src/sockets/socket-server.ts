import type { Server as HttpServer, IncomingMessage } from 'node:http';
import {
  createSocketAuthentication,
  createSocketGuard,
  type SocketGuardDependencies,
  type SocketMiddleware,
} from '@callside/auth';
import { type Logger, namesOneHost } from '@callside/service-kit';
import { Server } from 'socket.io';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { TrustProxy } from '../http/request-host.ts';
import type { Announcement } from '../views/messages.ts';
import { Audience } from './audience.ts';
import { type ConnectedCompanions, serveCompanions } from './companion.namespace.ts';
import { watchCompanions } from './companion-heartbeat.ts';
import { ConnectionLimits, type CutOffReason } from './connection-limits.ts';
import { forgetRequests } from './forget-requests.ts';
import { refuseForeignOrigins } from './own-origin.ts';
import { paceUpgrades } from './paced-upgrades.ts';
import type { PaintedEvents } from './painted-events.ts';
import { serveTabs } from './rep.namespace.ts';
import { closeEnded, type OpenSessions } from './session-life.ts';
import type { SessionDependencies } from './session-requests.ts';
import { socketLimits } from './socket-limits.ts';
import { limitSockets } from './socket-quota.ts';
import type { Connection, PushSocket, RecordingAnswer, SocketServer, SocketUser } from './socket-types.ts';
import { splitBySize } from './split-by-size.ts';
import { closeExpired, serveTokenRenewal } from './token-life.ts';
import { BoundedWebSocketServer } from './web-socket-server.ts';

export interface SocketAuthentication {
  tab: SocketGuardDependencies<SocketUser>;
  companion: SocketGuardDependencies<SocketUser>;
}

interface Dependencies {
  /** This instance is the only one. Otherwise no socket is admitted before `joinServers`. */
  isAlone: boolean;
  authentication: SocketAuthentication;
  /** For the requests of companions about transcription sessions. */
  sessions: SessionDependencies;
  /** The proxies whose X-Forwarded-Host is trusted. */
  trusts: TrustProxy;
  /** A connection passed a limit. */
  onCutOff: (reason: CutOffReason) => void;
  /** A companion answered a recording state, or did not in time. */
  onRecordingAnswer: (answer: RecordingAnswer) => void;
  logger: Logger;
}

interface Serving {
  repStates: { readSnapshot: (userId: string) => Promise<RepSnapshot | null> };
  presence: ConnectedCompanions;
  painted: PaintedEvents;
  /** Companions of these reps connected or disconnected on any instance. */
  onCompanions: (userIds: string[]) => void;
  /** Announcements of another instance did not arrive, the first of them so many seconds ago, or one has the format of another release. */
  onMissed: (secondsAgo: number) => void;
  /** Called for each announcement of any instance; returns what is to be delivered of it. */
  takeAnnouncement: (announcement: Announcement) => Announcement;
}

/** Instances of different releases understand each other's announcements if they have the same format. */
const announcementFormat = 1;

/** The two namespaces of the service, for browser tabs and for desktop companions, on both transports. */
export function createSocketServer({
  isAlone,
  authentication,
  sessions,
  trusts,
  onCutOff,
  onRecordingAnswer,
  logger,
}: Dependencies) {
  const io: SocketServer = new Server({
    serveClient: false,
    wsEngine: BoundedWebSocketServer,
    maxHttpBufferSize: socketLimits.messageBytes,
    connectTimeout: socketLimits.beforeJoining.ms,
  });
  const limits = new ConnectionLimits({ now: () => performance.now(), onCutOff });

  // The default namespace has no use, and Socket.IO would admit anybody.
  io.use((_socket, next) => next(new Error('unauthorized')));
  const rep = io.of('/rep');
  const companion = io.of('/companion');
  const audience = new Audience({ rep, companion });

  let isJoined = false;
  let hasMissed = false;
  let onUnsent = () => {};
  let onCompanions: Serving['onCompanions'] = () => {};
  let takeAnnouncement: Serving['takeAnnouncement'] = (announcement) => announcement;
  let endWatch = () => {};
  const namespaces = [
    { namespace: rep, checks: authentication.tab, mostSockets: socketLimits.sockets['/rep'] },
    { namespace: companion, checks: authentication.companion, mostSockets: socketLimits.sockets['/companion'] },
  ];
  for (const { namespace, checks, mostSockets } of namespaces) {
    namespace.use(closingWhenUnavailable(createSocketGuard(checks), () => isAlone || isJoined));
    limitSockets(namespace, mostSockets);
    namespace.use((socket, next) => {
      limits.joined(socket.conn);
      // It still contains everything that the client sent with its token.
      socket.handshake.auth = {};
      next();
    });
    const { waitingBytes } = sessions;
    const authenticate = createSocketAuthentication(checks);
    serveTokenRenewal(namespace, { authenticate, waitingBytes, now: checks.now, logger });
  }

  let unpublished: Announcement[] = [];

  /**
   * Publishes the announcements of one batch as one message, or as several if they are large. An announcement that is too large
   * by itself (an event id may have any length) is reported as missed: Redis closes the connection of an instance that does not
   * read as fast as it is sent to, and all messages in transit are lost.
   */
  function publish(announcement: Announcement): void {
    unpublished.push(announcement);
    if (unpublished.length > 1) return;
    setImmediate(() => {
      const announcements = unpublished;
      unpublished = [];
      const { messages, tooLarge } = splitBySize(announcements);
      for (const message of messages) {
        attempt(() => rep.serverSideEmit('announcements', announcementFormat, message), onUnsent);
      }
      if (tooLarge.length > 0) attempt(() => rep.serverSideEmit('missed'), onUnsent);
    });
  }

  function attempt(send: () => void, onFailure = () => {}): void {
    try {
      send();
    } catch (error) {
      logger.error({ err: error }, 'an announcement could not be sent');
      onFailure();
    }
  }

  return {
    audience,

    /** Must be called before `attach`. */
    serve(serving: Serving): void {
      const { readSnapshot } = serving.repStates;
      const { presence, painted, onMissed } = serving;
      onCompanions = serving.onCompanions;
      takeAnnouncement = serving.takeAnnouncement;
      serveTabs(rep, { audience, readSnapshot, painted, logger });
      serveCompanions(companion, { onRecordingAnswer, audience, readSnapshot, presence, sessions, logger });
      endWatch = watchCompanions(companion, ({ id }) => presence.disconnect(id));
      rep.on('announcements', (format: number, announcements: Announcement[]) => {
        if (format !== announcementFormat) return onMissed(0);
        for (const announcement of announcements) audience.deliver(takeAnnouncement(announcement));
      });
      rep.on('offers', (announcement: Announcement) => void audience.deliver(announcement));
      rep.on('missed', (secondsAgo) => onMissed(Number.isFinite(secondsAgo) ? Number(secondsAgo) : 0));
      rep.on('companions', onCompanions);
    },

    /** Socket.IO handles its own requests before the existing listeners: the app must be attached first. */
    attach(server: HttpServer): void {
      io.attach(server);
      paceUpgrades(server);
      io.engine.use(refusingSeveralHosts);
      io.engine.use(refuseForeignOrigins(trusts));
      forgetRequests(io.engine);
      io.engine.on('connection', (connection: Connection) => limits.watch(connection));
    },

    /** Sends to the sockets of this instance, then to the other instances. Returns the number of tabs here that got it; never throws. */
    announce(announcement: Announcement): number {
      let openTabs = 0;
      attempt(() => {
        openTabs = audience.deliver(takeAnnouncement(announcement));
      });
      if (isJoined) publish(announcement);
      else hasMissed = true;
      return openTabs;
    },

    /**
     * Sends offers to the tabs of all instances. They are a separate message: an instance of an earlier release
     * cannot read the recording state of an announcement with offers. The comparison with the database repairs a lost message.
     */
    announceOffers(announcement: Announcement): void {
      attempt(() => void audience.deliver(announcement));
      if (isJoined) attempt(() => rep.serverSideEmit('offers', announcement));
    },

    /** Reports to the other instances that they missed something, the first so many seconds ago. The report may get lost as well. */
    announceMissed(secondsAgo: number): void {
      if (isJoined) attempt(() => rep.serverSideEmit('missed', secondsAgo), onUnsent);
    },

    /**
     * Must be called before sockets are admitted: an adapter does not know the rooms of the one that it replaces. `onUnsent` is
     * called when a message to the other instances was not sent.
     */
    joinServers(adapter: Parameters<Server['adapter']>[0], { onUnsent: noteUnsent }: { onUnsent: () => void }): void {
      io.adapter(adapter);
      onUnsent = noteUnsent;
      isJoined = true;
      // Earlier announcements did not reach the other instances.
      if (hasMissed) attempt(() => rep.serverSideEmit('missed'), onUnsent);
    },

    /** Must be called every second. */
    closeExpired: (now: Date): void => closeExpired([rep, companion], now),

    /** Must be called about every second. */
    closeEnded: (sessions: OpenSessions): Promise<void> => closeEnded(rep, sessions),

    /** Companions of these reps connected to or disconnected from this instance. */
    announceCompanions(userIds: string[]): void {
      onCompanions(userIds);
      if (isJoined) attempt(() => rep.serverSideEmit('companions', userIds));
    },

    close: (): Promise<void> => {
      endWatch();
      return io.close();
    },
  };
}

/** Socket.IO answers 400 for it, on both transports. */
function refusingSeveralHosts(request: IncomingMessage, _response: unknown, next: (error?: Error) => void): void {
  next(namesOneHost(request) ? undefined : new Error('the request names more than one host'));
}

/**
 * Clients do not retry after a refusal. If the service cannot check them, it closes the connection, and they reconnect. A socket
 * keeps the adapter that its namespace had when it connected: with an earlier adapter it would get no messages.
 */
function closingWhenUnavailable(guard: SocketMiddleware<SocketUser>, isReady: () => boolean) {
  return (socket: PushSocket, next: (error?: Error) => void): void => {
    const wasReady = isReady();
    guard(socket, (refused) => {
      const error = refused ?? (wasReady ? undefined : new Error('unavailable'));
      if (error?.message === 'unavailable') socket.conn.close();
      next(error);
    });
  };
}
