import type { IncomingMessage } from 'node:http';
import { sessionCookieNames } from '@callside/auth';

/**
 * Keeps only what the handshakes of a connection need of the headers of its request. Engine.IO holds the request as long as the
 * connection, and so would thousands of idle tabs.
 */
export function forgetHeaders(request: IncomingMessage): void {
  const {
    host,
    origin,
    cookie,
    'x-forwarded-host': forwardedHost,
    'x-forwarded-proto': forwardedProto,
  } = request.headers;
  request.headers = {
    host,
    origin,
    cookie: sessionCookieOnly(cookie),
    'x-forwarded-host': forwardedHost,
    'x-forwarded-proto': forwardedProto,
  };
  request.rawHeaders = [];
}

/** Other cookies of the host may be long. */
function sessionCookieOnly(header: string | undefined): string | undefined {
  const names = Object.values(sessionCookieNames);
  return header
    ?.split(';')
    .filter((pair) => names.some((name) => pair.trim().startsWith(`${name}=`)))
    .join(';');
}
