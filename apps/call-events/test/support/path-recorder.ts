import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server that answers each request with its path and the number of bytes of its body. */
export interface PathRecorder {
  port: number;
  close: () => Promise<void>;
}

export async function startPathRecorder(): Promise<PathRecorder> {
  const server = createServer(async (request, response) => {
    const { length } = await buffer(request);
    response.end(`${request.url} ${length}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
