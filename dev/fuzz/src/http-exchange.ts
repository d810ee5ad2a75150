import { Buffer } from 'node:buffer';
import { connect } from 'node:net';

export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  text: string;
}

/** Longest allowed time of an answer. It is far above the usual time, so that a busy machine causes no finding. */
const patienceMs = 10_000;

/**
 * Writes bytes to a port of this machine on a new connection and reads the response; null when the connection ends without one.
 * `endsInput` closes the sending side, for a request whose length is unclear. Rejects when no answer comes.
 */
export function exchange(port: number, bytes: Buffer, { endsInput = false } = {}): Promise<HttpAnswer | null> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => (endsInput ? socket.end(bytes) : socket.write(bytes)));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer within ${patienceMs} ms`));
    }, patienceMs);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      // A server that refuses a long body may wait for its rest, although its answer is complete.
      if (isComplete(Buffer.concat(received))) socket.end();
    });
    // A server may close while a long body is still being sent.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseAnswer(Buffer.concat(received)));
    });
  });
}

function isComplete(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnd + 2))?.[1];
  return length !== undefined && bytes.length >= headEnd + 4 + Number(length);
}

function parseAnswer(bytes: Buffer): HttpAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1];
  if (status === undefined) return null;
  // An interim response, such as 100 Continue, is not the answer.
  if (status.startsWith('1') && status !== '101') return parseAnswer(bytes.subarray(headEnd + 4));
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const body = bytes.subarray(headEnd + 4);
  const text = (headers.get('transfer-encoding') === 'chunked' ? unchunk(body) : body).toString('utf8');
  return { status: Number(status), headers, text };
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n');
    const length = Number.parseInt(rest.toString('latin1', 0, lineEnd), 16);
    if (lineEnd < 0 || !(length > 0)) return Buffer.concat(parts);
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + length));
    rest = rest.subarray(lineEnd + 2 + length + 2);
  }
}
