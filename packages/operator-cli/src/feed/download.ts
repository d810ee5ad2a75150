import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isPrivateAddress, PrivateAddressError, publicLookup } from '@callside/auth';
import { OperatorError } from '../operator-error.ts';

export interface DownloadLimits {
  mostBytes: number;
  timeoutMs: number;
}

export interface DownloadRequest {
  url: string;
  etag: string | null;
  lastModified: string | null;
  allowPrivate: boolean;
}

export interface Downloaded {
  etag: string | null;
  lastModified: string | null;
}

const mostRedirects = 3;

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name could not be looked up',
  ECONNREFUSED: 'its host refuses the connection',
  ECONNRESET: 'its host ended the connection',
  ENOSPC: 'the disk with the temporary files (TMPDIR) is full',
};

/** Writes the answer to a file. Returns undefined when it did not change. Throws OperatorError without the address's query. */
export async function download(
  { url, etag, lastModified, allowPrivate }: DownloadRequest,
  file: string,
  { mostBytes, timeoutMs, signal }: DownloadLimits & { signal: AbortSignal },
): Promise<Downloaded | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([timeout, signal]);
  try {
    const headers = {
      accept: 'text/csv, application/x-ndjson, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'callside-feed',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    const response = await follow(new URL(url), { headers, allowPrivate, signal: ended });
    const isConditional = etag !== null || lastModified !== null;
    if (response.statusCode === 304 && isConditional) {
      response.resume();
      return undefined;
    }
    if (response.statusCode !== 200) {
      response.destroy();
      throw refused(`it answers with status ${response.statusCode}`);
    }
    await pipeline(response, limit(mostBytes), createWriteStream(file), { signal: ended });
    return { etag: response.headers.etag ?? null, lastModified: response.headers['last-modified'] ?? null };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (error instanceof PrivateAddressError) throw privateAddress();
    if (timeout.aborted) throw refused(`it is not complete after ${timeoutMs / 1000} s`);
    throw refused(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const { code } = Object(error);
  const inWords = typeof code === 'string' ? reasons[code] : undefined;
  return inWords === undefined ? String(code ?? 'the connection failed') : `${inWords} (${code})`;
}

interface RequestOptions {
  headers: Readonly<Record<string, string>>;
  allowPrivate: boolean;
  signal: AbortSignal;
}

async function follow(start: URL, options: RequestOptions): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await get(url, options);
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next === undefined || !/^https?:$/.test(next.protocol)) throw refused('it redirects to no web address');
    if (url.protocol === 'https:' && next.protocol === 'http:') throw refused('it redirects from https to http');
    url = next;
  }
  throw refused(`it redirects more than ${mostRedirects} times`);
}

function get(url: URL, { headers, allowPrivate, signal }: RequestOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A feed must not reach what only this network can. The resolver is not asked for a literal address.
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw privateAddress();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // A new connection: the address of a kept one is unchecked if its feed may have a private address.
    request(url, { headers, signal, agent: false, ...(!allowPrivate && { lookup: publicLookup }) }, resolve)
      .once('error', reject)
      .end();
  });
}

function limit(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      if (bytes > mostBytes) done(refused(`it is larger than ${mostBytes} bytes`));
      else done(null, chunk);
    },
  });
}

function privateAddress(): OperatorError {
  return new OperatorError('the feed was not read: its host has a private address', {
    code: 'unavailable',
    hint: '`callside feed set --allow-private` permits it',
  });
}

function refused(reason: string): OperatorError {
  return new OperatorError(`the feed was not read: ${reason}`, { code: 'unavailable' });
}
