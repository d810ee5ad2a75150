import { repServerEventSchemas } from '@callside/schemas';
import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import { TokenRenewal } from '../token-renewal.ts';
import { AliveWatch } from './alive-watch.ts';
import { isRepeated } from './log-position.ts';
import { createPageLife, type PageLife } from './page-life.ts';
import { initialRepMemory, type RepSignal, reduceRepMemory } from './rep-memory.ts';
import { longestRetryMs, openRepSocket, type RepSocket } from './rep-socket.ts';
import { type RepView, repViewOf } from './rep-view.ts';

export interface RepConnectionOptions {
  /** A session token of the audience `tab`. Absent: the browser sends the page's session cookie. */
  token?: string;
  /**
   * Returns the newest token of the same rep. Called at each connection, and when the token is about to expire. When it throws or
   * rejects, it is called again after a delay. An empty text says that there is none: the service refuses it.
   */
  renewToken?: () => string | Promise<string>;
  /**
   * Address of the service, for programs: it refuses pages of another host. Default: the page's own origin. To an http address the
   * token and the calls are sent unencrypted.
   */
  baseUrl?: string;
  /** Called when the view differs from the previous one. */
  onChange?: (view: RepView) => void;
  /** Called with every signal, in order of arrival: for a log. */
  onSignal?: (signal: RepSignal) => void;
  /** The service has refused the token that it got. The connection has stopped: start another one with a new token. */
  onUnauthorized?: () => void;
  socketOptions?: Partial<ManagerOptions & SocketOptions>;
  /** Default: the browser page. */
  page?: PageLife;
  socket?: RepSocket;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** From 0 to 1. */
  random?: () => number;
}

/** The service pings every 25 s. After a longer silence the connection may have been lost while the page slept. */
const quietMs = 30_000;
const renewalTimeoutMs = 5_000;

/** Messages that become signals. */
type Message = Exclude<keyof typeof repServerEventSchemas, 'token.expiring' | 'alive'>;

/** The member of each signal that has the payload of its message. */
const payloadMembers: { [Type in Message]: Exclude<keyof Extract<RepSignal, { type: Type }>, 'type'> } = {
  'call.state': 'state',
  'call.event': 'message',
  'recording.confirmation': 'confirmation',
  'companion.presence': 'presence',
  offers: 'offers',
  'transcript.chunk': 'chunk',
  'call.notes': 'notes',
};

/** The state of a rep's tab. It keeps the highest version, and reads the state again after a lost connection, a sleep and a change of network. */
export class RepConnection {
  readonly #options: RepConnectionOptions;
  readonly #socket: RepSocket;
  /** null: the page's session cookie. */
  readonly #token: TokenRenewal | null;
  readonly #page: PageLife;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #alive = new AliveWatch({ onSilent: () => this.#receive({ type: 'silent' }) });
  #memory = initialRepMemory;
  #view = repViewOf(initialRepMemory);
  /** The view that onChange was last called with, or the first one, as JSON. */
  #shown = JSON.stringify(this.#view);
  #lastMessageAt = 0;
  #refusals = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void) | undefined;

  constructor(options: RepConnectionOptions) {
    const { token, socketOptions, page = createPageLife(), now = Date.now, random = Math.random } = options;
    const baseUrl = (options.baseUrl ?? '').replace(/\/+$/, '');
    this.#options = options;
    this.#socket =
      options.socket ?? openRepSocket({ authenticate: (give) => this.#authenticate(give), baseUrl, socketOptions });
    const source = options.renewToken ?? token;
    this.#token =
      source === undefined
        ? null
        : new TokenRenewal({
            source,
            send: (payload) => this.#socket.timeout(renewalTimeoutMs).emitWithAck('token.renew', payload),
            isConnected: () => this.#socket.connected,
            onUnreadable: () => this.#onUnreadableToken(),
          });
    this.#page = page;
    this.#now = now;
    this.#random = random;
  }

  get view(): RepView {
    this.#alive.look();
    return this.#view;
  }

  /** Call it once; after `stop` create another connection. */
  start(): void {
    this.#listenToService();
    this.#listenToConnection();
    this.#stopListening = this.#page.listen({
      onWake: () => this.#wake(),
      onNetworkChange: () => this.#connectNow(),
    });
    this.#socket.connect();
  }

  /** Tells the service that this visible tab has painted the event with that `id`. A lost receipt is not sent again. */
  confirmPainted(id: string): void {
    if (this.#socket.connected) this.#socket.emit('event.painted', { id });
  }

  /** Stops all callbacks. The recording state of the view is unknown from now on. */
  stop(): void {
    clearTimeout(this.#retry);
    this.#alive.disconnected();
    this.#view = repViewOf({ ...this.#memory, isSilent: true });
    this.#token?.stop();
    this.#stopListening?.();
    this.#socket.io.off('ping', this.#noteMessage);
    this.#socket.off();
    this.#socket.disconnect();
  }

  #receive(signal: RepSignal): void {
    this.#memory = reduceRepMemory(this.#memory, signal);
    this.#options.onSignal?.(signal);
    this.#view = repViewOf(this.#memory);
    // A call may begin silent: that signal comes within this one, and shows the view of both.
    if (this.#view.link === 'live' && this.#view.call !== null) this.#alive.start();
    else this.#alive.stop();
    const shown = JSON.stringify(this.#view);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#options.onChange?.(this.#view);
  }

  #listenToService(): void {
    for (const [type, member] of Object.entries(payloadMembers) as [Message, string][]) {
      this.#socket.on(type, (payload: unknown) => {
        this.#noteMessage();
        const { success, data } = repServerEventSchemas[type].safeParse(payload);
        this.#take(success ? ({ type, [member]: data } as unknown as RepSignal) : { type: 'unreadable' });
      });
    }
    this.#socket.on('alive', () => {
      this.#noteMessage();
      this.#prove();
    });
  }

  #take(signal: RepSignal): void {
    if (signal.type === 'call.event' && isRepeated(this.#memory.position, signal.message)) return;
    this.#receive(signal);
    if (signal.type === 'call.state') this.#prove();
  }

  #prove(): void {
    if (this.#alive.prove()) this.#receive({ type: 'alive' });
  }

  #listenToConnection(): void {
    const socket = this.#socket;
    socket.io.on('ping', this.#noteMessage);
    socket.on('token.expiring', () => void this.#token?.renew());
    socket.on('connect', () => {
      this.#refusals = 0;
      this.#alive.connected();
      this.#noteMessage();
      this.#receive({ type: 'link', link: 'live' });
    });
    socket.on('disconnect', (reason) => {
      this.#noteLost();
      if (reason === 'io server disconnect') this.#retryLater();
    });
    socket.on('connect_error', (error) => {
      if (error.message === 'unauthorized') {
        this.stop();
        this.#options.onUnauthorized?.();
        return;
      }
      this.#noteLost();
      if (!socket.active) this.#retryLater();
    });
  }

  #authenticate(give: (auth: { token?: string }) => void): void {
    if (this.#token === null) give({});
    else void this.#token.read((token) => give({ token }));
  }

  /** Like a failed connection: the service has refused nothing. */
  #onUnreadableToken(): void {
    this.#noteLost();
    this.#socket.disconnect();
    this.#retryLater();
  }

  readonly #noteMessage = () => {
    this.#alive.look();
    this.#lastMessageAt = this.#now();
    this.#receive({ type: 'message received', at: this.#lastMessageAt });
  };

  #noteLost(): void {
    this.#alive.disconnected();
    this.#receive({ type: 'link', link: this.#page.isOnline() ? 'reconnecting' : 'offline' });
  }

  #wake(): void {
    this.#alive.look();
    if (!this.#socket.connected || this.#now() - this.#lastMessageAt > quietMs) this.#connectNow();
  }

  /** Also ends socket.io-client's wait between two attempts, which connect() alone does not. */
  #connectNow(): void {
    clearTimeout(this.#retry);
    this.#socket.disconnect().connect();
  }

  /** socket.io-client retries a lost connection by itself, but not one that the service refused or closed. */
  #retryLater(): void {
    clearTimeout(this.#retry);
    const delayMs = Math.min(longestRetryMs, 1000 * 2 ** this.#refusals) * (0.5 + this.#random());
    this.#refusals += 1;
    this.#retry = setTimeout(() => this.#socket.connect(), delayMs);
  }
}
