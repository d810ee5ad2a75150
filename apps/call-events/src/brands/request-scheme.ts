// Whether a browser reaches the service by https: the service itself speaks HTTP, and a proxy in front of it may speak HTTPS.

import { isLoopbackAddress } from '@callside/service-kit';
import type { Request } from 'express';
import type { Addressed, TrustProxy } from './request-host.ts';

interface SchemeSettings {
  /** The proxies whose X-Forwarded-Proto is trusted. */
  trusts: TrustProxy;
  /** PUBLIC_URL is an https address. */
  isPublicByHttps: boolean;
}

/** Whether the request is known to come by https. */
export function isKnownHttps({ headers, address }: Addressed, { trusts, isPublicByHttps }: SchemeSettings): boolean {
  if (isPublicByHttps) return true;
  const forwarded = headers['x-forwarded-proto'];
  if (typeof forwarded !== 'string' || !trusts(address ?? '', 0)) return false;
  return forwarded.split(',')[0]?.trim().toLowerCase() === 'https';
}

/**
 * The scheme of the service's address as the browser knows it. A peer on another machine that no setting describes is taken for a
 * proxy that speaks HTTPS, because an identity provider accepts plain HTTP on the own machine only.
 */
export function publicScheme(addressed: Addressed, settings: SchemeSettings): 'http' | 'https' {
  return isKnownHttps(addressed, settings) || !isLoopbackAddress(addressed.address) ? 'https' : 'http';
}

/** The scheme of the address that a platform signs: that of PUBLIC_URL. Without it, the address is known from the request only. */
function signedScheme(
  addressed: Addressed,
  { publicUrl, ...settings }: SchemeSettings & { publicUrl: string | undefined },
): 'http' | 'https' {
  if (publicUrl === undefined) return publicScheme(addressed, settings);
  return publicUrl.startsWith('https:') ? 'https' : 'http';
}

/** The schemes of requests, by the settings of the deployment. */
export function createSchemes({ trusts, publicUrl }: { trusts: TrustProxy; publicUrl: string | undefined }) {
  const settings = { trusts, isPublicByHttps: publicUrl?.startsWith('https:') ?? false };
  return {
    isHttps: (request: Request) => isKnownHttps(addressedBy(request), settings),
    isHandshakeHttps: (handshake: Addressed) => isKnownHttps(handshake, settings),
    ofPages: (request: Request) => publicScheme(addressedBy(request), settings),
    ofPlatforms: (request: Request) => signedScheme(addressedBy(request), { ...settings, publicUrl }),
  };
}

export type Schemes = ReturnType<typeof createSchemes>;

export function addressedBy({ headers, socket }: Request): Addressed {
  return { headers, address: socket.remoteAddress };
}
