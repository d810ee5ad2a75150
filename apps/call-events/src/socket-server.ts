import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { SocketMiddleware } from '@callside/auth';
import type { Logger } from '@callside/service-kit';
import { Server } from 'socket.io';
import type { Announcement } from './domain/call-audience.ts';
import type { RepSnapshot } from './domain/rep-state.ts';
import { Audience } from './sockets/audience.ts';
import { serveCompanions } from './sockets/companion.namespace.ts';
import { serveTabs } from './sockets/rep.namespace.ts';
import type { SessionDependencies } from './sockets/session-requests.ts';
import type { PushSocket, SocketServer, SocketUser } from './sockets/socket-types.ts';

interface Dependencies {
  server: HttpServer;
  /** Absent: this instance is the only one. */
  socketAdapter?: Parameters<Server['adapter']>[0];
  tabGuard: SocketMiddleware<SocketUser>;
  companionGuard: SocketMiddleware<SocketUser>;
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  onAcknowledged: (userId: string, sequence: number) => void;
  /** What companions ask of transcription sessions. */
  sessions: SessionDependencies;
  /** Another server announced what did not arrive, or what this one does not understand: it runs another release. */
  onMissed: () => void;
  logger: Logger;
}

/** What servers of different releases must agree on to understand each other's announcements. */
const announcementFormat = 1;

/** The two namespaces of the service, for browser tabs and for desktop companions, on both transports. */
export function createSocketServer(dependencies: Dependencies) {
  const { server, socketAdapter, tabGuard, companionGuard, logger, onMissed } = dependencies;
  const io: SocketServer = new Server(server, { serveClient: false, ...(socketAdapter && { adapter: socketAdapter }) });
  io.engine.on('connection', forgetRequest);

  const rep = io.of('/rep');
  const companion = io.of('/companion');
  const audience = new Audience({ rep, companion, onAcknowledged: dependencies.onAcknowledged });

  rep.use(closingWhenUnavailable(tabGuard));
  companion.use(closingWhenUnavailable(companionGuard));
  serveTabs(rep, { ...dependencies, audience });
  serveCompanions(companion, { ...dependencies, audience });

  rep.on('announcements', (format: number, announcements: Announcement[]) => {
    if (format === announcementFormat) for (const announcement of announcements) audience.deliver(announcement);
    else onMissed();
  });
  rep.on('missed', onMissed);

  let unpublished: Announcement[] = [];

  /** What one batch of events announces is one message to the other servers. */
  function publish(announcement: Announcement): void {
    unpublished.push(announcement);
    if (unpublished.length > 1) return;
    setImmediate(() => {
      const announcements = unpublished;
      unpublished = [];
      attempt(() => rep.serverSideEmit('announcements', announcementFormat, announcements));
    });
  }

  function attempt(send: () => void): void {
    try {
      send();
    } catch (error) {
      logger.error({ err: error }, 'an announcement could not be sent');
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
      if (socketAdapter) publish(announcement);
      return openTabs;
    },

    /** Tells the other servers that they missed something; like all that is published, this may get lost. */
    announceMissed(): void {
      attempt(() => rep.serverSideEmit('missed'));
    },

    close: (): Promise<void> => io.close(),
  };
}

/** Clients take a refusal as final. Where nobody could find out who they are, they lose the connection and come back. */
function closingWhenUnavailable(guard: SocketMiddleware<SocketUser>) {
  return (socket: PushSocket, next: (error?: Error) => void): void =>
    guard(socket, (error) => {
      if (error?.message === 'unavailable') socket.conn.close();
      next(error);
    });
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
