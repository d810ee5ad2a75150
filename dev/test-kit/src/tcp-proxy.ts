import { connect, createServer, type Server, type Socket } from 'node:net';

/** The two ends of a forwarded connection. */
export interface Pair {
  client: Socket;
  server: Socket;
}

interface Directions {
  requests?: boolean;
  answers?: boolean;
}

/** Connects the two ends of a connection, instead of forwarding everything. */
export type Wire = (pair: Pair) => void;

/**
 * A TCP proxy on a free port. It can lose data in either direction without notifying an end, like a network. Lost data arrives
 * late, as with TCP retransmission, or never, when the connection is closed in the end.
 */
export class TcpProxy {
  readonly port: number;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  readonly #wire: Wire | undefined;
  #target: number | null;
  #lost: Directions = {};
  #isCut = false;

  private constructor(listener: Server, port: number, target: number | null, wire: Wire | undefined) {
    this.#listener = listener;
    this.port = port;
    this.#target = target;
    this.#wire = wire;
    listener.on('connection', (client) => this.#join(client));
  }

  /** Until it has a target port, it closes new connections. */
  static async start(target: number | null, wire?: Wire): Promise<TcpProxy> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return new TcpProxy(listener, address.port, target, wire);
  }

  /** The URL of the same server through this proxy. */
  urlOf(serverUrl: string): string {
    const url = new URL(serverUrl);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** New connections go to this port; null: they are closed. */
  leadTo(target: number | null): void {
    this.#target = target;
  }

  /** Holds data back in these directions until `mend`; connections stay open. */
  lose(lost: Directions): void {
    this.#lost = lost;
    for (const pair of this.#pairs) this.#steer(pair);
  }

  freeze(): void {
    this.lose({ requests: true, answers: true });
  }

  /** Closes all connections, and new ones until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) this.#end(pair);
  }

  /** Delivers what was held back, and everything after it. */
  mend(): void {
    this.#isCut = false;
    this.lose({});
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.#listener.close(() => resolve()));
  }

  #join(client: Socket): void {
    if (this.#target === null || this.#isCut) {
      client.on('error', () => {}).resetAndDestroy();
      return;
    }
    client.setNoDelay(true);
    const server = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    const pair = { client, server };
    this.#pairs.add(pair);
    for (const socket of [client, server]) socket.on('error', () => this.#end(pair)).on('close', () => this.#end(pair));
    if (this.#wire) this.#wire(pair);
    else this.#steer(pair);
  }

  #steer({ client, server }: Pair): void {
    if (this.#wire) return;
    client.unpipe(server);
    server.unpipe(client);
    if (this.#lost.requests) client.pause();
    else client.pipe(server);
    if (this.#lost.answers) server.pause();
    else server.pipe(client);
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }
}
