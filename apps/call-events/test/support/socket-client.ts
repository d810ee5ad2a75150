import { Agent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@callside/test-kit';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { z } from 'zod';

export type Transport = 'polling' | 'websocket';

export interface SocketAddress {
  port: number;
  host: string;
  /** Absent: no token is sent. */
  token?: unknown;
  transport?: Transport | undefined;
  /** Of a companion. */
  protocol?: number;
  /** Of the handshake, such as the cookie that a browser would send. */
  headers?: Record<string, string>;
  /** The certificate to trust: the connection uses TLS. */
  ca?: string | undefined;
}

interface Heard {
  name: string;
  payload: unknown;
}

// Resolves every name to this machine, so that a client can use any Host on both transports.
const local: AgentOptions = {
  lookup: (_host, options, answer) => {
    if (options.all) answer(null, [{ address: '127.0.0.1', family: 4 }]);
    else answer(null, '127.0.0.1', 4);
  },
};
export const localAgent = new Agent(local);

/** A client of a namespace that connects and reconnects automatically, and keeps its messages in order. */
export class SocketClient {
  readonly socket: Socket;
  /** Messages since the last `forget`. */
  heard: Heard[] = [];
  signsOfLife = 0;
  /** Messages that do not match packages/schemas. */
  readonly faults: string[] = [];

  constructor(
    namespace: '/' | '/rep' | '/companion',
    schemas: Record<string, z.ZodType>,
    { port, host, token, protocol, transport = 'websocket', headers = {}, ca }: SocketAddress,
  ) {
    const options: Partial<ManagerOptions & SocketOptions> = {
      auth: { ...(token !== undefined && { token }), ...(protocol !== undefined && { protocol }) },
      transports: [transport],
      forceNew: true,
      extraHeaders: headers,
      reconnectionDelay: 50,
      reconnectionDelayMax: 300,
    };
    // The type is a string, but Node accepts an object.
    Object.assign(options, { agent: ca === undefined ? localAgent : new TlsAgent({ ...local, ca }) });
    this.socket = io(`${ca === undefined ? 'http' : 'https'}://${host}:${port}${namespace}`, options);
    this.socket.onAny((name: string, payload: unknown) => {
      const parsed = schemas[name]?.safeParse(payload);
      if (!parsed?.success || !isDeepStrictEqual(parsed.data, payload)) {
        this.faults.push(`${name} ${JSON.stringify(payload)}`);
      }
      // Signs of life come each second, between any other messages.
      if (name === 'alive') this.signsOfLife += 1;
      else this.heard.push({ name, payload });
    });
  }

  get names(): string[] {
    return this.heard.map(({ name }) => name);
  }

  named(name: string): unknown[] {
    return this.heard.filter((message) => message.name === name).map(({ payload }) => payload);
  }

  /** Waits until `count` messages of that name have arrived. */
  hears(name: string, count = 1, limitMs?: number): Promise<void> {
    const isThere = () => this.named(name).length >= count;
    return until(`${count} ${name} at a socket`, isThere, limitMs).catch((error: unknown) => {
      throw new Error(`${error}; heard ${JSON.stringify(this.heard)}`);
    });
  }

  forget(): void {
    this.heard = [];
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Resolves to the reason why a socket is refused, or to null if it is admitted. */
export async function refusal(namespace: '/' | '/rep' | '/companion', address: SocketAddress): Promise<string | null> {
  const client = new SocketClient(namespace, {}, address);
  try {
    return await new Promise((resolve) => {
      client.socket.on('connect', () => resolve(null));
      client.socket.on('connect_error', ({ message }) => resolve(message));
    });
  } finally {
    client.close();
  }
}
