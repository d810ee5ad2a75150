import type { IncomingHttpHeaders } from 'node:http';
import { normaliseHost } from '@callside/service-kit';

/** Whether a peer is a proxy whose forwarded headers are trusted; Express's compiled `trust proxy`. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** The part of a request or a socket's handshake that names the requested host. */
export interface Addressed {
  headers: IncomingHttpHeaders;
  /** Of the peer, which may be a proxy. */
  address: string | undefined;
}

/** The requested host. */
export function requestHost(addressed: Addressed, trusts: TrustProxy): string | null {
  return normaliseHost(sentHost(addressed, trusts));
}

/** The Host as it was sent, with its port. X-Forwarded-Host is used only if it comes from a listed proxy. */
export function sentHost({ headers, address }: Addressed, trusts: TrustProxy): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  if (forwarded && typeof forwarded === 'string' && trusts(address ?? '', 0)) return forwarded.split(',')[0]?.trim();
  return headers.host;
}
