interface PingingWebSocket {
  readyState: number;
  ping: (data: string) => void;
  terminate: () => void;
  on: (name: 'pong', listener: (data: { toString: () => string }) => void) => void;
}

const open = 1;

/**
 * Pings of the WebSocket protocol, which every server answers by itself and in order. Node can send them, browsers cannot. One
 * probe belongs to one WebSocket.
 */
export class SocketProbe {
  readonly #socket: PingingWebSocket | null;
  readonly #waiting = new Map<string, () => void>();
  #count = 0;

  constructor(transport: unknown) {
    this.#socket = webSocketOf(transport);
    this.#socket?.on('pong', (data) => this.#answer(data.toString()));
  }

  get canPing(): boolean {
    return this.#socket !== null;
  }

  ping(answered: () => void): void {
    if (this.#socket?.readyState !== open) return;
    this.#count += 1;
    this.#waiting.set(String(this.#count), answered);
    this.#socket.ping(String(this.#count));
  }

  /** Closes at once; a closing handshake would wait for a peer that does not answer. */
  terminate(): boolean {
    this.#socket?.terminate();
    return this.#socket !== null;
  }

  #answer(id: string): void {
    const answered = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (answered) afterWhatCameWithIt(answered);
  }
}

/** Messages reach their listeners one tick after they were read. The delay lets messages before or with a pong go first. */
function afterWhatCameWithIt(callback: () => void): void {
  setTimeout(callback, 0);
}

/** socket.io-client has no public access to its WebSocket; in Node it is one of the package ws. */
function webSocketOf(transport: unknown): PingingWebSocket | null {
  const socket = Object(transport).ws;
  return typeof Object(socket).ping === 'function' ? socket : null;
}
