// A browser lets a page of any site open a WebSocket to us, and says in Origin whose page it is.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TrustProxy } from '../http/request-host.ts';

interface Named {
  host: string;
  port: string;
}

/**
 * Whether a socket's request may come from where it comes from: a program, which sends no Origin, or a page of the host
 * that the request is for. Ports must agree where both sides name one; the scheme may differ behind a proxy that ends TLS.
 */
export function isOfOwnOrigin(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusts: TrustProxy,
): boolean {
  const { origin, host, 'x-forwarded-host': forwarded } = headers;
  if (origin === undefined) return true;
  const isForwarded = typeof forwarded === 'string' && trusts(socket.remoteAddress ?? '', 0);
  const own = named(`http://${isForwarded ? forwarded.split(',')[0]?.trim() : host}`);
  const page = /^https?:\/\//i.test(origin) ? named(origin) : null;
  if (page === null || own === null || page.host !== own.host) return false;
  return page.port === '' || own.port === '' || page.port === own.port;
}

function named(text: string): Named | null {
  if (!URL.canParse(text)) return null;
  const { hostname, port } = new URL(text);
  return { host: hostname.replace(/\.$/, ''), port };
}

/** Answers requests of other origins with 403, also those that want to become a WebSocket. */
export function refuseForeignOrigins(trusts: TrustProxy) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (isOfOwnOrigin(request, trusts)) {
      next();
      return;
    }
    const body = JSON.stringify({ detail: 'Origin must be this host.' });
    if (request.headers.upgrade === undefined) {
      response.writeHead(403, { 'Content-Type': 'application/json' }).end(body);
      return;
    }
    const head = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: application/json\r\n';
    // A peer that has gone by then must not end the process.
    request.socket.on('error', () => {});
    request.socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
}
