import type { IncomingMessage } from 'node:http';
import { normaliseHost } from '@callside/service-kit';

/** Whether a peer is a proxy whose forwarded headers count; Express's compiled `trust proxy`. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** The host that a request was sent to: X-Forwarded-Host counts only when it comes from a listed proxy. */
export function requestHost({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trusts: TrustProxy): string | null {
  const forwarded = headers['x-forwarded-host'];
  if (typeof forwarded === 'string' && trusts(socket.remoteAddress ?? '', 0)) {
    return normaliseHost(forwarded.split(',')[0]);
  }
  return normaliseHost(headers.host);
}
