import type { Server } from 'node:http';

export interface RequestsInFlight {
  /** Resolves when every response is out. */
  whenNone: () => Promise<void>;
}

/** Counts the requests of a server from now on. */
export function trackRequests(server: Server): RequestsInFlight {
  let count = 0;
  let onNone = (): void => {};

  server.prependListener('request', (request, response) => {
    // A Socket.IO long poll waits for news on purpose; closing the sockets ends it.
    if (request.url?.startsWith('/socket.io/')) return;
    // Once the server has stopped listening, a response also ends its connection.
    if (!server.listening) response.setHeader('Connection', 'close');
    count += 1;
    response.once('close', () => {
      count -= 1;
      if (count === 0) onNone();
    });
  });

  return {
    whenNone: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else onNone = resolve;
      }),
  };
}
