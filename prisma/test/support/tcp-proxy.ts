import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  url: string;
  /** From now on forwards nothing in either direction, like a server that hangs; still accepts connections. */
  freeze: () => void;
  close: () => Promise<void>;
}

/** A proxy between a client and the database of `url`. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    if (!frozen) client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${address.port}`;
  return {
    url: proxied.href,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
