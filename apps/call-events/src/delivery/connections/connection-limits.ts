import { Allowance } from './allowance.ts';
import type { AnonymousHandshakes } from './anonymous-handshakes.ts';
import { socketLimits } from './socket-limits.ts';
import type { Connection } from './socket-types.ts';

export type CutOffReason = 'not joined' | 'messages' | 'bytes' | 'unsent bytes';

interface Options {
  now: () => number;
  handshakes: Pick<AnonymousHandshakes, 'giveBack'>;
  onCutOff: (reason: CutOffReason) => void;
}

/**
 * Limits connections below the namespaces: the packets that they send, for any namespace, and the bytes not yet sent to them.
 * Closes a connection that exceeds a limit at once; its client may connect again.
 */
export class ConnectionLimits {
  readonly #options: Options;
  /** The open ones. A weak collection of ten thousand would lengthen each garbage collection. */
  readonly #watched = new Map<Connection, WatchedConnection>();
  #unsent = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Must be called when a namespace has admitted the connection. */
  joined(connection: Connection): void {
    const watched = this.#watched.get(connection);
    if (watched === undefined) return;
    watched.isJoined = true;
    watched.giveBack();
  }

  /** Must be called when the service could not check the client: its address has done nothing wrong. */
  notChecked(connection: Connection): void {
    this.#watched.get(connection)?.giveBack();
  }

  /** `address`: of its client, with a handshake taken from it. */
  watch(connection: Connection, address: string): void {
    const { now, handshakes } = this.#options;
    const watched = new WatchedConnection(now(), () => handshakes.giveBack(address));
    this.#watched.set(connection, watched);

    connection.on('packet', ({ type, data }) => {
      if (type !== 'message') return;
      const exceeded = watched.exceededBy(data, this.#options.now());
      if (exceeded !== null) this.#cutOff(connection, exceeded);
    });

    const onDrain = () => this.#count(watched, watched.waiting, 0);
    connection.transport.on('drain', onDrain);
    connection.on('upgrade', (transport) => transport.on('drain', onDrain));
    connection.on('flush', () => this.#count(watched, 0, watched.waiting));
    connection.on('packetCreate', ({ data }) => {
      this.#count(watched, watched.waiting + sizeOf(data), watched.underWay);
      // Deferred: the connection must not be closed while it sends the packet.
      if (this.#hasTooMuch(watched)) setImmediate(() => this.#cutOff(connection, 'unsent bytes'));
    });
    connection.on('close', () => {
      this.#count(watched, 0, 0);
      this.#watched.delete(connection);
    });
  }

  #count(watched: WatchedConnection, waiting: number, underWay: number): void {
    this.#unsent += waiting + underWay - watched.unsent;
    watched.waiting = waiting;
    watched.underWay = underWay;
  }

  /** When the instance is over its limit, clients that read in time have few unsent bytes. */
  #hasTooMuch({ unsent }: WatchedConnection): boolean {
    const { perConnection, perInstance } = socketLimits.unsentBytes;
    return unsent > perConnection || (this.#unsent > perInstance && unsent > perInstance / 64);
  }

  #cutOff(connection: Connection, reason: CutOffReason): void {
    if (connection.readyState === 'closed') return;
    this.#options.onCutOff(reason);
    connection.close(true);
  }
}

/** What one connection has sent, and the bytes that were not yet sent to it. */
class WatchedConnection {
  isJoined = false;
  waiting = 0;
  /** The transport takes a batch only after it has written the previous one. */
  underWay = 0;
  readonly #messages: Allowance;
  readonly #bytes: Allowance;
  #earlyMessages = 0;
  #earlyBytes = 0;
  #giveBack: (() => void) | null;

  constructor(nowMs: number, giveBack: () => void) {
    this.#giveBack = giveBack;
    this.#messages = new Allowance(socketLimits.messages, nowMs);
    this.#bytes = new Allowance(socketLimits.bytes, nowMs);
  }

  get unsent(): number {
    return this.waiting + this.underWay;
  }

  /** Gives the handshake back, once. */
  giveBack(): void {
    this.#giveBack?.();
    this.#giveBack = null;
  }

  /** Counts a message from the client. Returns the limit that it exceeds; null if none. */
  exceededBy(data: unknown, nowMs: number): CutOffReason | null {
    const size = sizeOf(data);
    if (!this.isJoined) {
      const { beforeJoining } = socketLimits;
      this.#earlyMessages += 1;
      this.#earlyBytes += size;
      if (this.#earlyMessages > beforeJoining.messages || this.#earlyBytes > beforeJoining.bytes) return 'not joined';
    }
    if (!this.#messages.spend(isConnect(data) ? connectCost : 1, nowMs)) return 'messages';
    return this.#bytes.spend(size, nowMs) ? null : 'bytes';
  }
}

/** In messages: a namespace creates a socket for each attempt before it admits it. */
const connectCost = 100;

/** A Socket.IO packet that connects to a namespace begins with the digit 0. */
function isConnect(data: unknown): boolean {
  return typeof data === 'string' && data.startsWith('0');
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? data.byteLength : 0;
}
