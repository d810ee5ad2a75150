import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { findFreePort } from '@callside/embedded';
import { describeWith, until } from '@callside/test-kit';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { ProxyProcess } from '../support/proxy-process.ts';

// Containers have names. After a restart of their host they start in any order, and after an upgrade with other addresses.

const [before, after] = ['127.0.0.71', '127.0.0.72'] as const;
let names: NameServer;
let servers: Server[];
let port: number;

beforeAll(async () => {
  names = await startNameServer();
  port = await findFreePort();
  servers = await Promise.all([before, after].map(startOn));
});
afterAll(() => {
  names.close();
  for (const server of servers) server.close();
});

/** A service that answers with its address. */
async function startOn(address: string): Promise<Server> {
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end(address));
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}

describeWith({ haproxy: 'haproxy', openssl: 'openssl' })('haproxy with infra/proxy/haproxy.cfg', () => {
  test('reaches a service whose name is known after its start, and one that gets another address', async () => {
    const starting = ProxyProcess.haproxyByName(`call-events-1:${port}`, names.port);
    await until('the proxy asks for the name', () => names.unknown > 0);
    names.records.set('call-events-1', before);
    const proxy = await starting;
    try {
      const reached = async () => (await proxy.client.send({ method: 'GET', path: '/x' })).text;
      expect(await reached()).toBe(before);
      names.records.set('call-events-1', after);
      await until('the other address is used', async () => (await reached()) === after);
    } finally {
      await proxy.stop();
    }
  });
});
