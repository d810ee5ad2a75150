import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { normaliseHost } from './host.ts';
import type { Metrics } from './metrics.ts';
import { plainAddress } from './network-address.ts';

/** Who may read the figures of a service: they tell how much business a brand does. */
export interface MetricsSettings {
  /** A listener of their own; the service's own port has no /metrics then. */
  METRICS_PORT?: number | undefined;
  /** Sent as `Authorization: Bearer`. */
  METRICS_TOKEN?: string | undefined;
}

export type MetricsVerdict = 'allowed' | 'unauthorized' | 'hidden';

/**
 * Whether a request on the service's own port may read the figures: with the token where there is one, otherwise only on
 * this machine, straight and under a name of this machine. What a proxy passes on comes from somewhere else.
 */
export function judgeMetricsRequest(request: IncomingMessage, settings: MetricsSettings): MetricsVerdict {
  if (settings.METRICS_PORT !== undefined) return 'hidden';
  if (settings.METRICS_TOKEN !== undefined)
    return bearsToken(request, settings.METRICS_TOKEN) ? 'allowed' : 'unauthorized';
  const isStraight = !Object.keys(request.headers).some(isForwardingHeader);
  return isStraight && isLoopbackPeer(request) && isLoopbackHost(request.headers.host) ? 'allowed' : 'hidden';
}

/** What listens on METRICS_PORT: GET /metrics and nothing else, with the token where there is one. */
export function createMetricsServer(
  { registry }: Pick<Metrics, 'registry'>,
  { METRICS_TOKEN: token }: MetricsSettings,
): Server {
  return createServer(async (request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    if (token !== undefined && !bearsToken(request, token)) {
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(request.method === 'HEAD' ? undefined : text);
  });
}

/** Digests have one length, so that the time of the comparison tells nothing. */
function bearsToken({ headers }: IncomingMessage, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isForwardingHeader(name: string): boolean {
  return name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'via' || name === 'x-real-ip';
}

function isLoopbackPeer({ socket }: IncomingMessage): boolean {
  const address = plainAddress(socket.remoteAddress ?? '');
  return address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

function isLoopbackHost(header: string | undefined): boolean {
  const host = normaliseHost(header);
  return host !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/.test(host);
}
