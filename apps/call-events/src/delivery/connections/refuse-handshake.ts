import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';

interface Refusal {
  status: number;
  detail: string;
  headers?: Readonly<Record<string, string>>;
}

/** Answers a request for a socket that is not served. A WebSocket upgrade has no response: it is answered on its connection. */
export function refuseHandshake(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers = {} }: Refusal,
): void {
  const body = JSON.stringify({ detail });
  const all = { 'Content-Type': 'application/json', ...headers };
  if (request.headers.upgrade === undefined) {
    response.writeHead(status, all).end(body);
    return;
  }
  const lines = Object.entries({ Connection: 'close', ...all, 'Content-Length': Buffer.byteLength(body) });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  // The error of a peer that has disconnected must not end the process.
  request.socket.on('error', () => {});
  request.socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
