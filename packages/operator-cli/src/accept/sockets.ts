import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import { NotKept, show, valueAt } from './expect.ts';

interface Heard {
  name: string;
  payload: Record<string, unknown>;
}

interface Options {
  url: string;
  namespace: '/rep' | '/companion';
  token: string;
  /** The message that the service sends on connect. */
  greeting: string;
}

const patienceMs = 10_000;
const pollMs = 10;

/** A socket that keeps everything that it hears, in order. As a companion it acknowledges each recording state. */
export class Listener {
  readonly heard: Heard[] = [];
  readonly #socket: Socket;
  #refused: string | null = null;

  private constructor({ url, namespace, token }: Options) {
    this.#socket = io(url + namespace, {
      auth: { token, protocol: 2 },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    this.#socket.on('connect_error', ({ message }) => {
      this.#refused = message;
    });
    this.#socket.onAny((name: string, payload: unknown, acknowledge: unknown) => {
      this.heard.push({ name, payload: Object(payload) });
      if (name === 'recording.state' && typeof acknowledge === 'function') {
        acknowledge({ applied: Object(payload).sequence });
      }
    });
  }

  /** Resolves when the greeting has arrived. */
  static async connect(options: Options): Promise<Listener> {
    const listener = new Listener(options);
    try {
      await listener.#until(`a socket of ${options.namespace} hears ${options.greeting}`, () =>
        listener.heard.some(({ name }) => name === options.greeting),
      );
      return listener;
    } catch (error) {
      listener.close();
      throw error;
    }
  }

  /** The payload of the first message with these fields; `after`: how many to leave out. */
  async hears(name: string, fields: Readonly<Record<string, unknown>>, after = 0): Promise<Record<string, unknown>> {
    const find = () =>
      this.heard
        .slice(after)
        .find(
          (message) =>
            message.name === name &&
            Object.entries(fields).every(([path, value]) => isDeepStrictEqual(valueAt(message.payload, path), value)),
        );
    await this.#until(`${name} with ${show(fields)} arrives`, () => find() !== undefined);
    return find()?.payload ?? {};
  }

  /** The acknowledgement of a request. */
  async request(name: string, payload: object): Promise<Record<string, unknown>> {
    const answer: unknown = await this.#socket
      .timeout(patienceMs)
      .emitWithAck(name, payload)
      .catch(() => null);
    if (answer === null || 'error' in Object(answer)) {
      throw new NotKept(`${name} is answered ${show(answer)}`);
    }
    return Object(answer);
  }

  close(): void {
    this.#socket.disconnect();
  }

  async #until(what: string, holds: () => boolean): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (!holds()) {
      if (this.#refused !== null) throw new NotKept(`the socket is refused: ${this.#refused}`);
      if (performance.now() > deadline) throw new NotKept(`not within ${patienceMs / 1_000} s: ${what}`);
      await sleep(pollMs);
    }
  }
}
