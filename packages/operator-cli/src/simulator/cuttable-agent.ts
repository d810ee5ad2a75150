import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

/** Makes the connections of one client, and can break them like a failing network. */
export interface CuttableAgent {
  /** The type that socket.io-client takes, because its types cover browsers only. */
  agent: string;
  cut: () => void;
}

export function createCuttableAgent(url: string): CuttableAgent {
  const agent = new URL(url).protocol === 'https:' ? new https.Agent() : new http.Agent();
  const open = new Set<Socket>();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...parameters) => {
    const socket = connect(...parameters);
    if (socket) keep(socket as Socket);
    return socket;
  };
  function keep(socket: Socket): void {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  }
  return {
    agent: agent as unknown as string,
    cut: () => {
      for (const socket of open) socket.destroy();
    },
  };
}
