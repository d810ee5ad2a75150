import { once } from 'node:events';
import { createServer } from 'node:http';
import type { CallStateMessage } from '@callside/schemas';
import { Server } from 'socket.io';

export interface RepService {
  origin: string;
  /** The messages that refuse the next connections, in order; later connections are accepted. */
  refusals: string[];
  /** The token of every attempt to connect. */
  attempts: unknown[];
  /** Sent on connect. */
  state: CallStateMessage;
  send: (name: string, payload: unknown) => void;
  /** Ends every connection, like a failing network or like a server that disconnects its clients. */
  drop: (how: 'network' | 'server') => void;
  close: () => Promise<void>;
}

/** Namespace `/rep` of a service that the test controls. */
export async function startRepService(state: CallStateMessage): Promise<RepService> {
  const http = createServer();
  const server = new Server(http);
  const rep = server.of('/rep');
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port.');

  const service: RepService = {
    origin: `http://127.0.0.1:${address.port}`,
    refusals: [],
    attempts: [],
    state,
    send: (name, payload) => {
      rep.emit(name, payload);
    },
    drop: (how) => {
      if (how === 'server') rep.disconnectSockets();
      else for (const socket of rep.sockets.values()) socket.conn.close();
    },
    close: () => server.close(),
  };
  rep.use((socket, next) => {
    service.attempts.push(socket.handshake.auth.token);
    const refusal = service.refusals.shift();
    next(refusal === undefined ? undefined : new Error(refusal));
  });
  rep.on('connection', (socket) => {
    socket.emit('call.state', service.state);
  });
  return service;
}
