// Posts to addresses that owners enter. They must not reach what only the network of the service can.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPrivateAddress, PrivateAddressError, publicLookup } from '@callside/auth';
import type { DeliveryProblem } from '@callside/schemas';

export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  allowPrivate: boolean;
  signal: AbortSignal;
}

/** The answer's status, or why there was none. */
export type Answer = { status: number } | { problem: DeliveryProblem };

const problems: Readonly<Record<string, DeliveryProblem>> = {
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ABORT_ERR: 'timeout',
};

const longestBodyMs = 5_000;

/** Follows no redirect, and reads nothing of the answer but its status. */
export async function post({ url, headers, body, allowPrivate, signal }: Post): Promise<Answer> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && target.protocol !== 'https:') return { problem: 'plain_http' };
  // The resolver is not asked for a literal address.
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return { problem: 'private_address' };
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  // A new connection: the address of a kept one was checked for another endpoint.
  const options = { method: 'POST', headers, signal, agent: false, ...(!allowPrivate && { lookup: publicLookup }) };
  try {
    return await new Promise((resolve, reject) => {
      send(target, options, (response) => {
        resolve({ status: response.statusCode ?? 0 });
        // A body without end would keep the connection.
        const endless = setTimeout(() => response.destroy(), longestBodyMs).unref();
        response
          .on('error', () => {})
          .on('close', () => clearTimeout(endless))
          .resume();
      })
        .on('error', reject)
        .end(body);
    });
  } catch (error) {
    if (error instanceof PrivateAddressError) return { problem: 'private_address' };
    const code = String(Object(error).code);
    return { problem: problems[code] ?? (/CERT|SIGNATURE|ERR_TLS/.test(code) ? 'certificate' : 'no_connection') };
  }
}
