import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export interface HttpRequest {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent unchanged. */
  body?: string;
}

export interface Answer {
  status: number;
  text: string;
  /** undefined: the body is not JSON. */
  json: unknown;
  tookMs: number;
}

const patienceMs = 10_000;

/** One request over a connection of its own, so that a balancer may choose any instance. fetch cannot send another `Host`. */
export function send({ url, method, headers = {}, body }: HttpRequest): Promise<Answer> {
  const { protocol, hostname } = new URL(url);
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(patienceMs);
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method,
      agent: false,
      headers: {
        // Of a normal client: the specification says that the names of libraries may be challenged.
        'user-agent': 'Mozilla/5.0 (compatible; callside-accept)',
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      // Without it the name in `Host` would be asked for.
      ...(protocol === 'https:' && { servername: hostname }),
      signal,
    });
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`no answer within ${patienceMs / 1_000} s`) : error);
    request.once('error', fail);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('error', fail);
      response.once('end', () => {
        const tookMs = performance.now() - startedAt;
        resolve({ status: response.statusCode ?? 0, text, json: parseJson(text), tookMs });
      });
    });
    request.end(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
