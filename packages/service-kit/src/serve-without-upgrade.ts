import { Buffer } from 'node:buffer';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export type Upgrade = [request: IncomingMessage, socket: Duplex, head: Buffer];

/**
 * Answers a request for a protocol that is not served as if it had not asked for it, as a server may (RFC 9110, section 7.8): a WebSocket at
 * another path, or HTTP/2 (`h2c`), for which some clients, such as Java's, ask with a request that they want answered. Node has let go of
 * the connection: the server gets it once more, from the beginning of the request.
 */
export function serveWithoutUpgrade(server: Server, [request, socket, head]: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  // Node reads headers as Latin-1.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
