import { Allowance } from '../domain/allowance.ts';
import { socketLimits } from './socket-limits.ts';
import type { Connection } from './socket-types.ts';

export type CutOffReason = 'not joined' | 'messages' | 'bytes' | 'unsent bytes';

interface Options {
  now: () => number;
  onCutOff: (reason: CutOffReason) => void;
}

/**
 * Watches connections below the namespaces: what they send, whoever it is for, and what is on its way to them. A connection
 * that passes a limit is ended at once; a client that lost it this way may connect again.
 */
export class ConnectionLimits {
  readonly #joined = new WeakSet<Connection>();
  readonly #options: Options;
  #unsent = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** To be called when a namespace has let the connection in. */
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
    // The transport takes a batch only when it is through with the one before.
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
      // Where all together have too much on their way, those who read it in time have little of it.
      const isTooMuch = own > perConnection || (this.#unsent > perInstance && own > perInstance / 64);
      // Not from within the sending of the packet.
      if (isTooMuch) setImmediate(() => cutOff('unsent bytes'));
    });
    connection.on('close', () => count({ waiting: 0, underWay: 0 }));
  }
}

/** A namespace makes a socket for each, before it knows whether it lets it in. */
const connectCost = 100;

/** The digit 0 begins a packet of Socket.IO that asks for a namespace. */
function isConnect(data: unknown): boolean {
  return typeof data === 'string' && data.startsWith('0');
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? data.byteLength : 0;
}

/** Without a closing handshake, for which a peer that does not read would be waited for. */
export function endAtOnce(connection: Connection): void {
  const { socket } = Object(connection.transport);
  connection.close(true);
  if (typeof socket?.terminate === 'function') socket.terminate();
}
