import { Allowance } from '../domain/allowance.ts';
import { socketLimits } from './socket-limits.ts';
import type { Connection } from './socket-types.ts';

export type CutOffReason = 'not joined' | 'messages' | 'bytes' | 'unsent bytes';

interface Options {
  now: () => number;
  onCutOff: (reason: CutOffReason) => void;
}

/**
 * Limits connections below the namespaces: the packets that they send, for any namespace, and the bytes not yet sent to them.
 * Closes a connection that exceeds a limit at once; its client may connect again.
 */
export class ConnectionLimits {
  readonly #joined = new WeakSet<Connection>();
  readonly #options: Options;
  #unsent = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Must be called when a namespace has admitted the connection. */
  joined(connection: Connection): void {
    this.#joined.add(connection);
  }

  watch(connection: Connection): void {
    const cutOff = (reason: CutOffReason) => {
      if (connection.readyState === 'closed') return;
      this.#options.onCutOff(reason);
      endAtOnce(connection);
    };
    this.#watchIncoming(connection, cutOff);
    this.#watchOutgoing(connection, cutOff);
  }

  #watchIncoming(connection: Connection, cutOff: (reason: CutOffReason) => void): void {
    const { now } = this.#options;
    const { beforeJoining } = socketLimits;
    const messages = new Allowance(socketLimits.messages, now());
    const bytes = new Allowance(socketLimits.bytes, now());
    const early = { messages: 0, bytes: 0 };

    connection.on('packet', ({ type, data }) => {
      if (type !== 'message') return;
      const size = sizeOf(data);
      if (!this.#joined.has(connection)) {
        early.messages += 1;
        early.bytes += size;
        if (early.messages > beforeJoining.messages || early.bytes > beforeJoining.bytes) return cutOff('not joined');
      }
      if (!messages.spend(isConnect(data) ? connectCost : 1, now())) return cutOff('messages');
      if (!bytes.spend(size, now())) cutOff('bytes');
    });
  }

  #watchOutgoing(connection: Connection, cutOff: (reason: CutOffReason) => void): void {
    const { perConnection, perInstance } = socketLimits.unsentBytes;
    // The transport takes a batch only after it has written the previous one.
    const unsent = { waiting: 0, underWay: 0 };
    const count = (change: Partial<typeof unsent>) => {
      const before = unsent.waiting + unsent.underWay;
      Object.assign(unsent, change);
      this.#unsent += unsent.waiting + unsent.underWay - before;
    };
    const watchTransport = (transport: Connection['transport']) => {
      transport.on('drain', () => count({ underWay: 0 }));
    };

    watchTransport(connection.transport);
    connection.on('upgrade', watchTransport);
    connection.on('flush', () => count({ waiting: 0, underWay: unsent.waiting }));
    connection.on('packetCreate', ({ data }) => {
      count({ waiting: unsent.waiting + sizeOf(data) });
      const own = unsent.waiting + unsent.underWay;
      // When the instance is over its limit, clients that read in time have few unsent bytes.
      const isTooMuch = own > perConnection || (this.#unsent > perInstance && own > perInstance / 64);
      // Deferred: the connection must not be closed while it sends the packet.
      if (isTooMuch) setImmediate(() => cutOff('unsent bytes'));
    });
    connection.on('close', () => count({ waiting: 0, underWay: 0 }));
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

/** Skips the closing handshake, which would wait for a peer that does not read. */
export function endAtOnce(connection: Connection): void {
  const { socket } = Object(connection.transport);
  connection.close(true);
  if (typeof socket?.terminate === 'function') socket.terminate();
}
