import { type IncomingMessage, ServerResponse } from 'node:http';
import { sessionCookieNames } from '@callside/auth';
import type { Server } from 'socket.io';

type Engine = Server['engine'];

/** Engine.IO's response of an upgrade to WebSocket. It lives as long as the connection. */
interface UpgradeResponse {
  req: unknown;
}

// On the request itself: thousands of entries of a WeakMap would lengthen each garbage collection of a reconnect storm.
const upgradeOf = Symbol('upgrade response');
type EngineRequest = IncomingMessage & { [upgradeOf]?: UpgradeResponse };

/** Keeps only what a handshake needs of the request of a connection: thousands of idle tabs would each hold theirs. */
export function forgetRequests(engine: Engine): void {
  engine.use((request: EngineRequest, response: ServerResponse | UpgradeResponse, next: () => void) => {
    if (!(response instanceof ServerResponse)) request[upgradeOf] = response;
    next();
  });
  engine.on('connection', (connection: { request: EngineRequest }) => {
    const { [upgradeOf]: upgrade } = connection.request;
    const part = partOf(connection.request);
    Object.assign(connection, { request: part });
    if (upgrade) upgrade.req = part;
  });
}

/** The part of a request that a handshake needs. */
function partOf({ headers, socket, url }: IncomingMessage) {
  const { host, origin, cookie, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': forwardedProto } = headers;
  const { remoteAddress } = socket;
  return {
    headers: {
      host,
      origin,
      cookie: sessionCookieOnly(cookie),
      'x-forwarded-host': forwardedHost,
      'x-forwarded-proto': forwardedProto,
    },
    connection: { encrypted: 'encrypted' in socket },
    socket: { remoteAddress },
    url,
  };
}

/** Other cookies of the host may be long. */
function sessionCookieOnly(header: string | undefined): string | undefined {
  const names = Object.values(sessionCookieNames);
  return header
    ?.split(';')
    .filter((pair) => names.some((name) => pair.trim().startsWith(`${name}=`)))
    .join(';');
}
