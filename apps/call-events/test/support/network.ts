import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  client: Socket;
  server: Socket;
}

/** The network between clients and a server: it can change the server, freeze, lose answers or be cut. */
export class Network {
  readonly port: number;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  #target: number;
  #passes = { there: true, back: true };
  #isCut = false;

  private constructor(listener: Server, port: number, target: number) {
    this.#listener = listener;
    this.port = port;
    this.#target = target;
    listener.on('connection', (client) => this.#join(client));
  }

  static async start(target: { port: number }): Promise<Network> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('the network has no port');
    return new Network(listener, address.port, target.port);
  }

  /** Sends new connections to that server. */
  leadTo({ port }: { port: number }): void {
    this.#target = port;
  }

  /** Stops all data without closing connections. */
  freeze(): void {
    this.#let({ there: false, back: false });
  }

  /** Delivers what clients send, but no answers. */
  loseAnswers(): void {
    this.#let({ there: true, back: false });
  }

  /** Delivers what was held back, and everything after it. */
  thaw(): void {
    this.#let({ there: true, back: true });
  }

  /** Closes all connections and accepts no new ones. */
  cut(): void {
    this.#isCut = true;
    this.#endAll();
  }

  mend(): void {
    this.#isCut = false;
    this.thaw();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.#listener.close(() => resolve()));
  }

  #join(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    const pair = { client, server };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    if (this.#isCut) end();
    else this.#steer(pair);
  }

  #let(passes: { there: boolean; back: boolean }): void {
    this.#passes = passes;
    for (const pair of this.#pairs) this.#steer(pair);
  }

  #steer({ client, server }: Pair): void {
    client.unpipe(server);
    server.unpipe(client);
    if (this.#passes.there) client.pipe(server);
    else client.pause();
    if (this.#passes.back) server.pipe(client);
    else server.pause();
  }

  #endAll(): void {
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }
}
