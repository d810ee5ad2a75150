import { EventEmitter } from 'node:events';
import type { RepSocket } from '../../src/rep/rep-socket.ts';

/** A socket without a network: it connects on request and receives what the test delivers. */
export class FakeRepSocket extends EventEmitter {
  readonly io = new EventEmitter();
  connected = false;
  /** Number of its connections. */
  connection = 0;
  readonly #onConnect: () => void;

  /** The service sends its snapshot in `onConnect`. */
  constructor(onConnect: (socket: FakeRepSocket) => void) {
    super();
    this.#onConnect = () => onConnect(this);
  }

  get active(): boolean {
    return true;
  }

  /** The type that RepConnection takes. */
  get asSocket(): RepSocket {
    return this as unknown as RepSocket;
  }

  connect(): this {
    this.connected = true;
    this.connection += 1;
    this.emit('connect');
    this.#onConnect();
    return this;
  }

  disconnect(): this {
    this.lose('io client disconnect');
    return this;
  }

  lose(reason = 'transport close'): void {
    if (!this.connected) return;
    this.connected = false;
    this.emit('disconnect', reason);
  }

  override off(...parameters: [] | Parameters<EventEmitter['off']>): this {
    if (parameters.length === 0) return this.removeAllListeners();
    return super.off(...parameters);
  }
}
