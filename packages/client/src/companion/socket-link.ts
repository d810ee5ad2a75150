import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { TokenRenewal, type TokenSource } from '../token-renewal.ts';
import type { CompanionLink, CompanionLinkEvents } from './companion-link.ts';
import { SocketProbe } from './socket-probe.ts';

export interface SocketLinkOptions {
  /** Address of the service. To an http address the token, the frames and the chunks are sent unencrypted. */
  baseUrl: string;
  token: TokenSource;
  /** How long the service may take to answer and to accept a connection. */
  answerTimeoutMs: number;
  /** Further options of socket.io-client, such as `extraHeaders` or `agent`. */
  socketOptions?: Partial<ManagerOptions & SocketOptions>;
}

const longestRetryMs = 30_000;

/** The namespace `/companion` through socket.io-client. WebSocket only, so that no affinity to an instance is needed. */
export class SocketLink implements CompanionLink {
  readonly #socket: Socket;
  readonly #options: SocketLinkOptions;
  readonly #token: TokenRenewal;
  #probe = new SocketProbe(null);
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Runs while a connection is open that the service has not accepted yet. */
  #greeting: ReturnType<typeof setTimeout> | undefined;
  #refusals = 0;
  /** Like a failed connection: the service has refused nothing. */
  #onUnreadable = (_error: Error) => {};
  #stopped = false;

  constructor(options: SocketLinkOptions) {
    this.#options = options;
    this.#token = new TokenRenewal({
      source: options.token,
      send: (payload) => this.request('token.renew', payload),
      isConnected: () => this.#socket.connected,
      onUnreadable: (error) => this.#onUnreadable(error),
    });
    this.#socket = io(`${options.baseUrl.replace(/\/+$/, '')}/companion`, {
      autoConnect: false,
      forceNew: true,
      transports: ['websocket'],
      timeout: options.answerTimeoutMs,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      ...options.socketOptions,
      auth: (give) => void this.#token.read((token) => give({ token, protocol: 2 })),
    });
  }

  start(events: CompanionLinkEvents): void {
    this.#onUnreadable = (error) => {
      events.failed(error);
      this.#socket.disconnect();
      this.#retryLater();
    };
    this.#listenToConnection(events);
    this.#socket.on('recording.state', events.recordingState);
    this.#socket.on('call.ended', events.callEnded);
    this.#socket.on('alive', events.alive);
    this.#socket.on('token.expiring', () => void this.#token.renew());
    this.#socket.connect();
  }

  async stop(hasStopped: Promise<boolean>): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#greeting);
    this.#token.stop();
    this.#socket.off();
    this.#socket.io.reconnection(false);
    if (await hasStopped) this.#socket.disconnect();
    else this.renew();
    // By then the written data has left this process; a peer that does not answer must not delay the end.
    const probe = this.#probe;
    setTimeout(() => probe.terminate(), 250);
  }

  request(event: string, payload: object): Promise<unknown> {
    if (!this.#socket.connected) return Promise.reject(new Error('not connected'));
    return this.#socket.timeout(this.#options.answerTimeoutMs).emitWithAck(event, payload);
  }

  sendFrame(sessionId: string, bytes: Uint8Array): void {
    this.#socket.emit('session.frame', sessionId, bytes);
  }

  canProbe(): boolean {
    return this.#probe.canPing;
  }

  probe(answered: () => void): void {
    this.#probe.ping(this.#whileThisLasts(answered));
  }

  renew(): void {
    // The manager reconnects by itself, after its delay.
    if (!this.#probe.terminate()) this.#socket.io.engine?.close();
  }

  #listenToConnection(events: CompanionLinkEvents): void {
    this.#socket.io.on('open', () => {
      this.#probe = new SocketProbe(this.#socket.io.engine.transport);
      clearTimeout(this.#greeting);
      this.#greeting = setTimeout(() => this.renew(), this.#options.answerTimeoutMs);
    });
    this.#socket.on('connect', () => {
      clearTimeout(this.#greeting);
      this.#refusals = 0;
      events.connected();
    });
    this.#socket.io.on('close', () => clearTimeout(this.#greeting));
    this.#socket.on('disconnect', () => {
      events.lost();
      // After a disconnect by the service, socket.io-client does not reconnect by itself.
      if (!this.#socket.active) this.#retryLater();
    });
    this.#socket.on('connect_error', (error) => {
      if (error.message === 'unauthorized') events.refused();
      else events.failed(withReason(error));
      const mayGetAnother = error.message !== 'unauthorized' || typeof this.#options.token === 'function';
      if (!this.#socket.active && mayGetAnother) this.#retryLater();
    });
  }

  #retryLater(): void {
    if (this.#stopped) return;
    clearTimeout(this.#retry);
    const delayMs = Math.min(longestRetryMs, 1000 * 2 ** this.#refusals) * (0.5 + Math.random());
    this.#refusals += 1;
    this.#retry = setTimeout(() => this.#socket.connect(), delayMs);
  }

  #whileThisLasts(report: () => void): () => void {
    const probe = this.#probe;
    return () => {
      if (probe === this.#probe && this.#socket.connected) report();
    };
  }
}

/** In Node, a failed connection has its reason in the description, sometimes only as a code. */
function withReason(error: Error): Error {
  const { message, error: cause } = Object(Object(error).description);
  const reason = message || Object(cause).code;
  return typeof reason === 'string' ? new Error(reason.trim(), { cause: error }) : error;
}
