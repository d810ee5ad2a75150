import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isLoopbackAddress } from './loopback.ts';
import type { Metrics } from './metrics.ts';

/** Access to the metrics of a service, which reveal how much business a brand does. */
export interface MetricsSettings {
  /** The port of a separate listener; the service's own port then has no /metrics. */
  METRICS_PORT?: number | undefined;
  /** Sent as `Authorization: Bearer`. */
  METRICS_TOKEN?: string | undefined;
}

export type MetricsVerdict = 'allowed' | 'unauthorized' | 'hidden';

/**
 * Whether a request on the service's own port may read the metrics: with the token when one is set. Otherwise only direct requests
 * from this machine, with any `Host`; a request that a proxy forwards is not direct.
 */
export function judgeMetricsRequest(request: IncomingMessage, settings: MetricsSettings): MetricsVerdict {
  if (settings.METRICS_PORT !== undefined) return 'hidden';
  if (settings.METRICS_TOKEN !== undefined)
    return bearsToken(request, settings.METRICS_TOKEN) ? 'allowed' : 'unauthorized';
  const isDirect = !Object.keys(request.headers).some(isForwardingHeader);
  return isDirect && isLoopbackAddress(request.socket.remoteAddress) ? 'allowed' : 'hidden';
}

/** The server on METRICS_PORT: only GET /metrics, with the token when one is set. */
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
    const text = await registry.metrics().catch(() => null);
    // Without an answer the reader would wait for its timeout, and an unhandled rejection would be logged.
    if (text === null) return void response.writeHead(500).end();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(request.method === 'HEAD' ? undefined : text);
  });
}

/** Compares digests, because they have the same length: the comparison takes constant time. */
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
