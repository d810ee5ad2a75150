// Browsers let a page of any site open a WebSocket to this server; the Origin header names the site of the page.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionCookieNames } from '@callside/auth';
import type { TrustProxy } from '../../brands/index.ts';

interface Named {
  host: string;
  port: string;
}

/**
 * Whether the origin of a socket's request is allowed: a program, which sends no Origin, or a page of the requested host.
 * If both sides name a port, the ports must be equal; the scheme may differ behind a proxy that terminates TLS. With a session
 * cookie the ports must be equal in any case: browsers send cookies to every port of a host, also from its other services.
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
  if (page.port === own.port) return true;
  return !carriesSession(headers.cookie) && (page.port === '' || own.port === '');
}

function carriesSession(cookies: string | undefined): boolean {
  return cookies !== undefined && Object.values(sessionCookieNames).some((name) => cookies.includes(`${name}=`));
}

function named(text: string): Named | null {
  if (!URL.canParse(text)) return null;
  const { hostname, port } = new URL(text);
  return { host: hostname.replace(/\.$/, ''), port };
}

/** Answers requests of other origins with 403, including WebSocket upgrades. */
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
    // The error of a peer that has disconnected must not end the process.
    request.socket.on('error', () => {});
    request.socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
}
