import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** How a request is handled: it is answered, never or without an end, or its connection is reset before or during the answer. */
export type Turn = 'hang' | 'reset' | 'reset amid answer' | 'never end' | Answer;

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** A text is sent as it is, any other value as JSON. */
  body?: unknown;
}

export interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedServer {
  baseUrl: string;
  /** Every request, in order. */
  heard: Heard[];
  close: () => Promise<void>;
}

/** A server on a local port that handles its requests one after the other as scripted. */
export async function startScriptedServer(turns: readonly Turn[]): Promise<ScriptedServer> {
  const left = [...turns];
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    heard.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
    take(left.shift() ?? { status: 599, body: 'the script has ended' }, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    heard,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function take(turn: Turn, { socket }: IncomingMessage, response: ServerResponse): void {
  if (turn === 'hang') return;
  if (turn === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  if (turn === 'reset amid answer') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
    response.write('{"accepted":', () => socket.resetAndDestroy());
    return;
  }
  if (turn === 'never end') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = '['.repeat(64 * 1024);
    const write = () => void (response.writable && response.write(piece, () => setImmediate(write)));
    write();
    return;
  }
  const { status, headers = {}, body = '' } = turn;
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}
