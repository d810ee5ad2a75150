import { connect, type Socket } from 'node:net';

interface Answer {
  status: number;
  body: string;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/**
 * One keep-alive connection that sends one request at a time, as ready-made text. It supports only answers with a
 * Content-Length: its processor time is taken from the measured server, on the same cores.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #waiting: Waiting | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.#onData(String(chunk)));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed a connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /** `request` is a whole HTTP/1.1 request in ASCII. */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #onData(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) {
      this.#fail(new Error('an answer came without a Content-Length'));
      return;
    }
    const end = headEnd + 4 + Number(length);
    if (this.#received.length < end) return;
    const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(headEnd + 4, end) };
    this.#received = this.#received.slice(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}

/** Throws for an answer that is not a durable acceptance, because it must not count. */
export function requireAccepted({ status, body }: Answer): void {
  if (status !== 200 || !body.includes('"accepted":true')) throw new Error(`an event was answered ${status}: ${body}`);
}
