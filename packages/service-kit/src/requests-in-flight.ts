import type { Server, ServerResponse } from 'node:http';
import { socketPath } from './socket-path.ts';

export interface RequestsInFlight {
  /** Resolves when every response has ended. */
  whenNone: () => Promise<void>;
  /** From now on, the responses in flight also end their connections. */
  endConnections: () => void;
}

/** Counts the requests of a server from this call on. */
export function trackRequests(server: Server): RequestsInFlight {
  const open = new Set<ServerResponse>();
  let onNone = (): void => {};

  server.prependListener('request', (request, response) => {
    // A Socket.IO long poll stays open on purpose; closing the sockets ends it.
    if (request.url?.startsWith(socketPath)) return;
    // Once the server has stopped listening, a response also ends its connection.
    if (!server.listening) response.setHeader('Connection', 'close');
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0) onNone();
    });
  });

  return {
    endConnections: () => {
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
    },
    whenNone: () =>
      new Promise((resolve) => {
        if (open.size === 0) resolve();
        else onNone = resolve;
      }),
  };
}
