import { Buffer } from 'node:buffer';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import supertest from 'supertest';

export interface HttpRequest {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  /** Sent unchanged. */
  body?: string | Buffer;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** undefined if the body is not JSON. */
  json: unknown;
}

interface ClientOptions {
  /** The certificate to trust: requests go over TLS. */
  ca?: string;
  /** The local address; on Linux any of 127.0.0.0/8. */
  localAddress?: string;
}

/**
 * Sends requests to one local port with supertest, over as many keep-alive connections as there are senders. Tests of exact
 * bytes (raw request lines, repeated `Host` headers, chunked bodies) open connections of their own.
 */
export class HttpClient {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly port: number;

  constructor(port: number, options: ClientOptions = {}) {
    const isTls = options.ca !== undefined;
    this.port = port;
    this.#origin = `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`;
    this.#agent = isTls ? new TlsAgent({ keepAlive: true, ...options }) : new Agent({ keepAlive: true, ...options });
  }

  async send({ method = 'POST', path, headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
    const request = new supertest.Test(this.#origin, method, path)
      .agent(this.#agent)
      .set(headers)
      // Otherwise supertest converts bodies by their content type.
      .serialize((bytes) => bytes)
      .parse(readText);
    const answer = await (body === undefined ? request : request.send(Buffer.from(body)));
    const text = typeof answer.body === 'string' ? answer.body : '';
    return { status: answer.status, headers: answer.headers, text, json: parseJson(text) };
  }

  close(): void {
    this.#agent.destroy();
  }
}

function readText(response: NodeJS.EventEmitter, done: (error: Error | null, text: string) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
