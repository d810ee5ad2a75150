import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createSocketAuthentication,
  createSocketGuard,
  type SocketGuardDependencies,
  type SocketMiddleware,
} from '@callside/auth';
import { declaresProtocol } from '@callside/schemas';
import { type Logger, namesOneHost } from '@callside/service-kit';
import { Server as Engine } from 'engine.io';
import proxyAddress from 'proxy-addr';
import { Server } from 'socket.io';
import type { Schemes, TrustProxy } from '../../brands/index.ts';
import type { SessionDependencies } from '../../transcription/index.ts';
import type { CompanionStore } from '../companions.store.ts';
import { AnonymousHandshakes, refuseTooManyHandshakes } from './anonymous-handshakes.ts';
import { serveCompanions } from './companion.namespace.ts';
import { watchCompanions } from './companion-heartbeat.ts';
import { ConnectionLimits, type CutOffReason } from './connection-limits.ts';
import { forgetHeaders } from './forget-headers.ts';
import { refuseForeignOrigins } from './own-origin.ts';
import { paceUpgrades } from './paced-upgrades.ts';
import { type PaintedEvents, servePaintedEvents } from './painted-events.ts';
import type { StoreReport } from './recorder-reports.ts';
import { roomOf } from './room.ts';
import { closeEnded, type OpenSessions } from './session-life.ts';
import { socketLimits } from './socket-limits.ts';
import { limitSockets } from './socket-quota.ts';
import type { Connection, PushSocket, RecordingAnswer, SocketServer, SocketUser } from './socket-types.ts';
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
  /** For what their recorders report. */
  storeReport: StoreReport;
  /** The proxies whose forwarded headers are trusted. */
  trusts: TrustProxy;
  schemes: Pick<Schemes, 'isHandshakeHttps'>;
  /** A connection passed a limit. */
  onCutOff: (reason: CutOffReason) => void;
  /** A companion answered a recording state, or did not in time. */
  onRecordingAnswer: (answer: RecordingAnswer) => void;
  logger: Logger;
}

/** The two namespaces of the service, for browser tabs and for desktop companions, on both transports. */
export function createSocketServer({
  isAlone,
  authentication,
  sessions,
  storeReport,
  trusts,
  schemes,
  onCutOff,
  onRecordingAnswer,
  logger,
}: Dependencies) {
  // An engine of our own: one that Socket.IO attaches to a server serves every upgrade at once.
  const engine = new Engine({ wsEngine: BoundedWebSocketServer, maxHttpBufferSize: socketLimits.messageBytes });
  const io: SocketServer = new Server({ connectTimeout: socketLimits.beforeJoining.ms });
  io.bind(engine);
  const now = () => performance.now();
  const handshakes = new AnonymousHandshakes({ now });
  const limits = new ConnectionLimits({ now, handshakes, onCutOff });
  const addressOf = (request: IncomingMessage) => proxyAddress(request, trusts);
  engine.use(refuseTooManyHandshakes(handshakes, addressOf));
  engine.use(refusingSeveralHosts);
  engine.use(refuseForeignOrigins({ trusts, isHttps: schemes.isHandshakeHttps }));
  engine.on('connection', (connection: Connection) => {
    limits.watch(connection, addressOf(connection.request));
    forgetHeaders(connection.request);
  });

  // The default namespace has no use, and Socket.IO would admit anybody.
  io.use((_socket, next) => next(new Error('unauthorized')));
  const rep = io.of('/rep');
  const companion = io.of('/companion');
  let isJoined = false;
  let endWatch = () => {};
  const namespaces = [
    { namespace: rep, checks: authentication.tab, mostSockets: socketLimits.sockets['/rep'] },
    { namespace: companion, checks: authentication.companion, mostSockets: socketLimits.sockets['/companion'] },
  ];
  for (const { namespace, checks, mostSockets } of namespaces) {
    namespace.use(
      closingWhenUnavailable(createSocketGuard(checks), {
        isReady: () => isAlone || isJoined,
        onClosing: ({ conn }) => limits.notChecked(conn),
      }),
    );
    limitSockets(namespace, mostSockets);
    namespace.use((socket, next) => {
      limits.joined(socket.conn);
      if (declaresProtocol(socket.handshake.auth)) socket.data.protocol = 2;
      // It still contains everything that the client sent with its token.
      socket.handshake.auth = {};
      next();
    });
    const { waitingBytes } = sessions;
    const authenticate = createSocketAuthentication(checks);
    serveTokenRenewal(namespace, { authenticate, waitingBytes, now: checks.now, logger });
  }

  return {
    rep,
    companion,

    /** Must be called before the server listens. */
    serve({ companions, painted }: { companions: CompanionStore; painted: PaintedEvents }): void {
      rep.on('connection', (socket) => servePaintedEvents(socket, painted));
      serveCompanions(companion, { onRecordingAnswer, companions, sessions, storeReport });
      endWatch = watchCompanions(companion, ({ id }) => companions.end(id, 'lost'));
    },

    /** For the server that listens. */
    handlers: {
      /** Of long polling. */
      handleRequest: (request: IncomingMessage, response: ServerResponse): void =>
        engine.handleRequest(request, response),
      ...paceUpgrades((request, socket, head) => engine.handleUpgrade(request, socket, head)),
    },

    /** Must be called before sockets are admitted: an adapter does not know the rooms of the one that it replaces. */
    joinServers(adapter: Parameters<Server['adapter']>[0]): void {
      io.adapter(adapter);
      isJoined = true;
    },

    /** Closes all sockets of a rep; their clients do not reconnect automatically. */
    closeSockets(userId: string): void {
      for (const namespace of [rep, companion]) namespace.local.in(roomOf(userId)).disconnectSockets(true);
    },

    /** Closes the connections of a rep; their clients reconnect. */
    restartSockets(userId: string): void {
      for (const { adapter, sockets } of [rep, companion]) {
        for (const id of adapter.rooms.get(roomOf(userId)) ?? []) sockets.get(id)?.conn.close();
      }
    },

    /** Must be called every second. */
    closeExpired: (now: Date): void => closeExpired([rep, companion], now),

    /** Must be called about every second. */
    closeEnded: (sessions: OpenSessions): Promise<void> => closeEnded(rep, sessions),

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
function closingWhenUnavailable(
  guard: SocketMiddleware<SocketUser>,
  { isReady, onClosing }: { isReady: () => boolean; onClosing: (socket: PushSocket) => void },
) {
  return (socket: PushSocket, next: (error?: Error) => void): void => {
    const wasReady = isReady();
    guard(socket, (refused) => {
      const error = refused ?? (wasReady ? undefined : new Error('unavailable'));
      if (error?.message === 'unavailable') {
        onClosing(socket);
        socket.conn.close();
      }
      next(error);
    });
  };
}
