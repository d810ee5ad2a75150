import { Buffer } from 'node:buffer';
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { serveWithoutUpgrade, type Upgrade } from './serve-without-upgrade.ts';
import { maySendSlowly } from './slow-bodies.ts';
import { socketPath } from './socket-path.ts';

/** Limits of time and size that apply before a request reaches a route. */
const protection: ServerOptions = {
  // 408, and the connection is closed, for headers and bodies that arrive too slowly. Also closes connections that are not used.
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies usually keep idle connections (60 s): the sender must close first.
  keepAliveTimeout: 75_000,
  // 431 for larger headers.
  maxHeaderSize: 16 * 1024,
  // The app answers a request without Host, with a body.
  requireHostHeader: false,
};

/** Why Node's parser refuses a request, by the code of its error. Any other error means that it is not HTTP. */
const parserRefusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The extensions of the chunks are too large.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are larger than 16 KiB.' },
};
const notHttp = { status: 400, detail: 'The request is not valid HTTP/1.1.' };

/** What handles Socket.IO in place of the app. */
interface SocketHandlers {
  handleRequest: RequestListener;
  handleUpgrade: (...upgrade: Upgrade) => void;
  noteConnection: () => void;
}

interface ExpressServerOptions extends ServerOptions {
  sockets?: SocketHandlers;
}

/**
 * A server that creates requests and responses with the prototypes of the app, and hands them to the app's router. The app itself would
 * change the prototypes of each one, which V8 cannot optimise: a small POST took 130 µs instead of 50. The app must answer everything.
 */
export function createExpressServer(app: Express, { sockets, ...options }: ExpressServerOptions = {}): Server {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  /** The responses of each connection that are open: a client may send requests without waiting. */
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const openOn = (socket: Socket): Set<ServerResponse> => {
    const known = open.get(socket);
    if (known !== undefined) return known;
    const responses = new Set<ServerResponse>();
    open.set(socket, responses);
    // Node closes only the response whose turn it is. What the others hold would never be given back.
    socket.once('close', () => {
      for (const response of responses) if (response.socket === null) response.emit('close');
    });
    return responses;
  };
  const server = createServer(
    { ...protection, ...options, IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse },
    (request, response) => {
      if (sockets && request.url?.startsWith(socketPath)) return sockets.handleRequest(request, response);
      const responses = openOn(request.socket).add(response);
      response.once('close', () => responses.delete(response));
      // Express finds no path in some targets with a backslash ("/\\#"), and would answer them before any middleware.
      if (request.url?.includes('\\')) request.url = request.url.replaceAll('\\', '%5C');
      if (!hasPath(request.url)) {
        return refuse(response, { status: 400, detail: 'The target of the request is no path and no valid URL.' });
      }
      const handled = Object.assign(request as Request, { res: response as Response });
      app.router(handled, handled.res, () => response.destroy());
    },
  );
  if (sockets) {
    server.on('connection', () => sockets.noteConnection());
    server.on('upgrade', (...upgrade) => {
      if (isOfSocket(upgrade[0])) sockets.handleUpgrade(...upgrade);
      else serveWithoutUpgrade(server, upgrade);
    });
  }
  server.on('checkExpectation', (_request, response) => {
    refuse(response, { status: 417, detail: 'The only supported value of the header Expect is "100-continue".' });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && maySendSlowly(socket)) return;
    const isAnswering = [...openOn(socket)].some(
      ({ headersSent, writableFinished }) => headersSent && !writableFinished,
    );
    // A sender that uses the connection just now would take a 408 for the answer to its request, and not send it again.
    const isUnused = socket.bytesRead === 0;
    if (socket.writable && !isAnswering && !isUnused)
      socket.write(asBytes(parserRefusals[error.code ?? ''] ?? notHttp));
    socket.destroySoon();
  });
  return server;
}

/** Of Socket.IO, which closes the connection of any other upgrade. */
function isOfSocket({ headers, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith(socketPath) === true;
}

/** Whether the target is a path, `*`, or a URL that can be parsed. Express would answer any other one with a page, before any middleware. */
function hasPath(target = ''): boolean {
  return target.startsWith('/') || target === '*' || URL.canParse(target);
}

interface Refusal {
  status: number;
  detail: string;
}

function refuse(response: ServerResponse, { status, detail }: Refusal): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Connection', 'close');
  response.end(JSON.stringify({ detail }));
}

/** A whole response, for a connection whose request has no response object. */
function asBytes({ status, detail }: Refusal): string {
  const body = JSON.stringify({ detail });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
