import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { send } from '../../src/accept/http.ts';

interface Passing {
  path: string;
  request: string;
  status: number;
  json: Record<string, unknown>;
}

/** Fields that replace those of the answer; `status` replaces its status. Nothing: the answer passes. */
export type Tampering = (passing: Passing) => Record<string, unknown>;

/** Stands between a client and a service, over HTTP only, and changes answers. */
export class TamperingProxy {
  readonly #server: Server;

  private constructor(target: string, tamper: Tampering) {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '/';
      pass(request, target + path, tamper).then(
        ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        () => response.writeHead(502).end(),
      );
    });
  }

  static async start(target: string, tamper: Tampering): Promise<TamperingProxy> {
    const proxy = new TamperingProxy(target, tamper);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function pass(request: IncomingMessage, url: string, tamper: Tampering) {
  const sent = await text(request);
  const { host = '', 'x-api-key': key } = request.headers;
  const answer = await send({
    url,
    method: request.method === 'GET' ? 'GET' : 'POST',
    headers: { host, ...(typeof key === 'string' && { 'x-api-key': key }) },
    ...(request.method !== 'GET' && { body: sent }),
  });
  const json = Object(answer.json) as Record<string, unknown>;
  const { status = answer.status, ...fields } = tamper({
    path: request.url ?? '',
    request: sent,
    status: answer.status,
    json,
  });
  const isChanged = Object.keys(fields).length > 0;
  return { status: Number(status), body: isChanged ? JSON.stringify({ ...json, ...fields }) : answer.text };
}
