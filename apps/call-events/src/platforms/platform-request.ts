import type { SignedRequest } from '@callside/dialler-adapters';
import { textBody } from '@callside/service-kit';
import type { Request } from 'express';
import { addressedBy, sentHost, type TrustProxy } from '../brands/index.ts';

export interface AddressSettings {
  trusts: TrustProxy;
  /** The scheme with which platforms call the service. */
  schemeOf: (request: Request) => 'http' | 'https';
}

/** The request as adapters read it. The address is put together as the platform called it: signatures cover each character. */
export function platformRequest(request: Request, { trusts, schemeOf }: AddressSettings): SignedRequest {
  const target = request.originalUrl;
  const question = target.indexOf('?');
  const { text, bytes } = textBody.of(request);
  return {
    headers: singleHeaders(request),
    query: new URLSearchParams(question === -1 ? '' : target.slice(question)),
    body: text,
    bytes,
    url: `${schemeOf(request)}://${sentHost(addressedBy(request), trusts) ?? ''}${target}`,
  };
}

/** A header that came more than once has no single value. */
function singleHeaders({ headers }: Request): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}
