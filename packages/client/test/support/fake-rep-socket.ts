import { EventEmitter } from 'node:events';
import type { RepSocket } from '../../src/rep/rep-socket.ts';

/** A socket without a network: it connects when it is asked to, and hears what a test lets it hear. */
export class FakeRepSocket extends EventEmitter {
  readonly io = new EventEmitter();
  connected = false;
  /** Counts its connections. */
  connection = 0;
  readonly #onConnect: () => void;

  /** `onConnect` is where the service sends its snapshot. */
  constructor(onConnect: (socket: FakeRepSocket) => void) {
    super();
    this.#onConnect = () => onConnect(this);
  }

  get active(): boolean {
    return true;
  }

  /** As RepConnection takes it. */
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
