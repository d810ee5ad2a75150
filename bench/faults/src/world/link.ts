import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Pair {
  client: Socket;
  server: Socket;
}

export interface Directions {
  requests: boolean;
  answers: boolean;
}

/** Connects the two ends of a connection, instead of forwarding everything. */
export type Wire = (pair: Pair) => void;

/**
 * A TCP proxy between two processes. It can lose data in one direction without notifying either end, like a network.
 * Lost data arrives late, as with TCP retransmission, or never, when the connection is closed in the end.
 */
export class Link {
  readonly port: number;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  readonly #wire: Wire | undefined;
  #target: number | null = null;
  #passes: Directions = { requests: true, answers: true };

  private constructor(listener: Server, port: number, wire: Wire | undefined) {
    this.#listener = listener;
    this.port = port;
    this.#wire = wire;
    listener.on('connection', (client) => this.#join(client));
  }

  /** Starts on a free port. Until it has a target, it closes new connections. */
  static async start({ wire }: { wire?: Wire | undefined } = {}): Promise<Link> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('a link has no port');
    return new Link(listener, address.port, wire);
  }

  /** New connections go to this port; null: they are closed. */
  leadTo(port: number | null): void {
    this.#target = port;
  }

  lose(lost: Directions): void {
    this.#passes = { requests: !lost.requests, answers: !lost.answers };
    for (const pair of this.#pairs) this.#steer(pair);
  }

  mend({ cuts }: { cuts: boolean }): void {
    this.#passes = { requests: true, answers: true };
    for (const pair of this.#pairs) {
      if (cuts) this.#end(pair);
      else this.#steer(pair);
    }
  }

  close(): Promise<void> {
    for (const pair of this.#pairs) this.#end(pair);
    return new Promise((resolve) => this.#listener.close(() => resolve()));
  }

  #join(client: Socket): void {
    if (this.#target === null) {
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
    if (this.#passes.requests) client.pipe(server);
    else client.pause();
    if (this.#passes.answers) server.pipe(client);
    else server.pause();
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }
}
