import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** Another system that takes events, and checks the signature of each with the library of Standard Webhooks. */
export interface EventReceiver {
  url: string;
  /** The secrets of its endpoints: one of them must have signed. */
  secrets: string[];
  /** What it has accepted, in order. */
  received: ReceivedEvent[];
  /** The ids of all requests, also of those that it refused. */
  attempts: string[];
  /** The status of its answer, and more headers. */
  answer: (event: ReceivedEvent) => { status: number; headers?: Record<string, string> };
  faults: string[];
  close: () => Promise<void>;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const server = createServer(async (request, response) => {
    const event = await readEvent(request, receiver).catch((error: unknown) => String(error));
    if (typeof event === 'string') {
      receiver.faults.push(event);
      response.writeHead(400).end();
      return;
    }
    receiver.attempts.push(event.id);
    const { status, headers = {} } = receiver.answer(event);
    if (status >= 200 && status < 300) receiver.received.push(event);
    response.writeHead(status, headers).end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    secrets: [],
    received: [],
    attempts: [],
    answer: () => ({ status: 204 }),
    faults: [],
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return receiver;
}

async function readEvent(request: IncomingMessage, { secrets }: EventReceiver): Promise<ReceivedEvent> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const headers = request.headers as Record<string, string>;
  const isSigned = (secret: string) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  if (!secrets.some(isSigned)) throw new Error(`not signed: ${body}`);
  const { type, timestamp, data } = JSON.parse(body);
  if (Number.isNaN(Date.parse(timestamp))) throw new Error(`no time: ${body}`);
  return { id: String(headers['webhook-id']), type, data };
}
