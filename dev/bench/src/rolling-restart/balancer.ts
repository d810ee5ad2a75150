import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const checkEveryMs = 100;

export interface Balancer {
  port: number;
  /** Requests that an instance did not answer. */
  failures: () => string[];
  isServing: (port: number) => boolean;
  close: () => void;
}

/**
 * A reverse proxy as operators run one: each request goes to the next instance whose last health check was 200. It
 * retries nothing.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const serving = new Set(ports);
  const failures: string[] = [];
  let next = 0;

  async function check(port: number): Promise<void> {
    const isWell = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isWell) serving.add(port);
    else serving.delete(port);
  }
  const timer = setInterval(() => void Promise.all(ports.map(check)), checkEveryMs);

  function forward(from: IncomingMessage, to: ServerResponse): void {
    const instances = ports.filter((port) => serving.has(port));
    const port = instances[next++ % Math.max(1, instances.length)];
    const fail = (reason: string) => {
      failures.push(`port ${port}: ${reason}`);
      if (to.headersSent) to.destroy();
      else to.writeHead(502, { 'Content-Length': '0' }).end();
    };
    if (port === undefined) {
      fail('no instance serves');
      return;
    }
    const { method, url, headers } = from;
    const sent = request({ agent, port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(to);
    });
    sent.on('error', (error) => fail(error.message));
    from.pipe(sent);
  }

  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    failures: () => failures,
    isServing: (port) => serving.has(port),
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
