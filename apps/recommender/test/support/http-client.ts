import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface HttpRequest {
  method?: string;
  path: string;
  /** Sent unchanged, including `host`, which fetch does not allow. */
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** undefined when the body is no JSON. */
  json: unknown;
}

/** Sends requests to one port of this machine over keep-alive connections. */
export class HttpClient {
  readonly #agent: Agent;
  readonly port: number;

  constructor(port: number, { maxSockets = 64 } = {}) {
    this.port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  send({ method = 'POST', path, headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const setHost = headers.host === undefined;
      const outgoing = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.port,
        method,
        path,
        headers,
        setHost,
      });
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parse(text) });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
