import type { Server as HttpServer, IncomingMessage } from 'node:http';
import {
  createSocketAuthentication,
  createSocketGuard,
  type SocketGuardDependencies,
  type SocketMiddleware,
} from '@callside/auth';
import { type Logger, namesOneHost } from '@callside/service-kit';
import { Server } from 'socket.io';
import type { Announcement } from './domain/announcement.ts';
import type { RepSnapshot } from './domain/rep-state.ts';
import type { TrustProxy } from './http/request-host.ts';
import { Audience } from './sockets/audience.ts';
import { type CompanionsOnFile, serveCompanions } from './sockets/companion.namespace.ts';
import { watchCompanions } from './sockets/companion-heartbeat.ts';
import { ConnectionLimits, type CutOffReason } from './sockets/connection-limits.ts';
import { refuseForeignOrigins } from './sockets/own-origin.ts';
import { paceUpgrades } from './sockets/paced-upgrades.ts';
import { serveTabs } from './sockets/rep.namespace.ts';
import type { SessionDependencies } from './sockets/session-requests.ts';
import { socketLimits } from './sockets/socket-limits.ts';
import { limitSockets } from './sockets/socket-quota.ts';
import type { Connection, PushSocket, SocketServer, SocketUser } from './sockets/socket-types.ts';
import { serveTokenRenewal, tendTokens } from './sockets/token-life.ts';
import { BoundedWebSocketServer } from './sockets/web-socket-server.ts';

interface Dependencies {
  server: HttpServer;
  /** This instance is the only one. Otherwise nobody is let in before `joinServers`. */
  isAlone: boolean;
  authentication: { tab: SocketGuardDependencies<SocketUser>; companion: SocketGuardDependencies<SocketUser> };
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  onAcknowledged: (socketId: string, sequence: number) => void;
  presence: CompanionsOnFile;
  /** Companions of these reps came or went, at any server. */
  onCompanions: (userIds: string[]) => void;
  /** What companions ask of transcription sessions. */
  sessions: SessionDependencies;
  /** Another server announced what did not arrive, or what this one does not understand: it runs another release. */
  onMissed: () => void;
  /** Whose X-Forwarded-Host counts. */
  trusts: TrustProxy;
  /** A connection passed a limit. */
  onCutOff: (reason: CutOffReason) => void;
  /** Something for the other servers was not sent; they are to be told that they missed it. */
  onUnsent: () => void;
  logger: Logger;
}

/** What servers of different releases must agree on to understand each other's announcements. */
const announcementFormat = 1;

/** The two namespaces of the service, for browser tabs and for desktop companions, on both transports. */
export function createSocketServer(dependencies: Dependencies) {
  const { server, isAlone, authentication, sessions, logger, onMissed, onCompanions, onUnsent } = dependencies;
  const io: SocketServer = new Server(server, {
    serveClient: false,
    wsEngine: BoundedWebSocketServer,
    maxHttpBufferSize: socketLimits.messageBytes,
    connectTimeout: socketLimits.beforeJoining.ms,
  });
  paceUpgrades(server);
  const limits = new ConnectionLimits({
    now: () => performance.now(),
    onCutOff: (reason) => dependencies.onCutOff(reason),
  });
  io.engine.use(refusingSeveralHosts);
  io.engine.use(refuseForeignOrigins(dependencies.trusts));
  io.engine.on('connection', (connection: Connection) => {
    forgetRequest(connection);
    limits.watch(connection);
  });

  // Nobody is served there; Socket.IO would let anybody in.
  io.use((_socket, next) => next(new Error('unauthorized')));
  const rep = io.of('/rep');
  const companion = io.of('/companion');
  const audience = new Audience({ rep, companion, onAcknowledged: dependencies.onAcknowledged });

  let isJoined = false;
  let hasMissed = false;
  const doors = [
    { namespace: rep, checks: authentication.tab, mostSockets: socketLimits.sockets['/rep'] },
    { namespace: companion, checks: authentication.companion, mostSockets: socketLimits.sockets['/companion'] },
  ];
  for (const { namespace, checks, mostSockets } of doors) {
    namespace.use(closingWhenUnavailable(createSocketGuard(checks), () => isAlone || isJoined));
    limitSockets(namespace, mostSockets);
    namespace.use((socket, next) => {
      limits.joined(socket.conn);
      // It holds whatever the client has put beside its token.
      socket.handshake.auth = {};
      next();
    });
    const { waitingBytes } = sessions;
    const authenticate = createSocketAuthentication(checks);
    serveTokenRenewal(namespace, { authenticate, waitingBytes, now: checks.now, logger });
  }
  serveTabs(rep, { ...dependencies, audience });
  serveCompanions(companion, { ...dependencies, audience });

  const endWatch = watchCompanions(companion, ({ id }) => dependencies.presence.disconnect(id));

  rep.on('announcements', (format: number, announcements: Announcement[]) => {
    if (format === announcementFormat) for (const announcement of announcements) audience.deliver(announcement);
    else onMissed();
  });
  rep.on('missed', onMissed);
  rep.on('companions', onCompanions);

  let unpublished: Announcement[] = [];

  /**
   * What one batch of events announces is one message to the other servers, or several where it is large. An announcement that
   * is too large by itself (an event id may have any length) is a loss that the others make up for: Redis ends the connection
   * of a server that is sent more than it reads, and then all is lost that was under way.
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

    /** Tells this server's sockets, then the other servers. Returns the number of tabs here; never throws. */
    announce(announcement: Announcement): number {
      let openTabs = 0;
      attempt(() => {
        openTabs = audience.deliver(announcement);
      });
      if (isJoined) publish(announcement);
      else hasMissed = true;
      return openTabs;
    },

    /** Tells the other servers that they missed something; like all that is published, this may get lost. */
    announceMissed(): void {
      if (isJoined) attempt(() => rep.serverSideEmit('missed'), onUnsent);
    },

    /** Before that there are no sockets: an adapter that is put in place of another knows nothing of its rooms. */
    joinServers(adapter: Parameters<Server['adapter']>[0]): void {
      io.adapter(adapter);
      isJoined = true;
      // What was announced before reached nobody elsewhere.
      if (hasMissed) attempt(() => rep.serverSideEmit('missed'), onUnsent);
    },

    /** To be called every second. */
    tendTokens: (now: Date): void => tendTokens([rep, companion], now),

    /** Companions of these reps came or went at this server. */
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

/** In characters of JSON: what a message carries besides metadata is small. */
const largestAnnouncement = 256 * 1024;
const largestMessage = 1024 * 1024;

function splitBySize(announcements: readonly Announcement[]): { messages: Announcement[][]; tooLarge: Announcement[] } {
  const messages: Announcement[][] = [];
  const tooLarge: Announcement[] = [];
  let room = 0;
  for (const announcement of announcements) {
    const size = JSON.stringify(announcement).length;
    if (size > largestAnnouncement) {
      tooLarge.push(announcement);
      continue;
    }
    if (size > room) {
      messages.push([]);
      room = largestMessage;
    }
    messages.at(-1)?.push(announcement);
    room -= size;
  }
  return { messages, tooLarge };
}

/**
 * Clients do not repeat a request that was refused. Where the service cannot check who they are, it closes the connection, and
 * they reconnect. A socket keeps the adapter that its namespace had when it connected, so it must be ready by then: with an
 * earlier adapter no message would reach it.
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

/** Thousands of idle tabs would each hold the request that they came with; a handshake wants no more than this of it. */
function forgetRequest(connection: { request: unknown }): void {
  const { headers, socket, url } = connection.request as IncomingMessage;
  const { host, origin, 'x-forwarded-host': forwardedHost } = headers;
  const { remoteAddress } = socket;
  connection.request = {
    headers: { host, origin, 'x-forwarded-host': forwardedHost },
    connection: { encrypted: 'encrypted' in socket },
    socket: { remoteAddress },
    url,
  };
}
