import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { createExpressServer } from './express-server.ts';

test('responses that wait for their turn are closed with their connection, each once', async () => {
  const app = express();
  const seen: string[] = [];
  const closed: string[] = [];
  app.use(({ url }, response) => {
    seen.push(url);
    response.once('close', () => closed.push(url));
    // The first is answered, the second keeps the others waiting.
    if (url !== '/2') response.end('x');
  });
  const server = createExpressServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const urls = ['/1', '/2', '/3', '/4'];
    socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    while (seen.length < urls.length) await pause(5);
    socket.destroy();
    while (closed.length < urls.length) await pause(5);
    await pause(50);
    expect(closed.sort()).toEqual(urls);
  } finally {
    server.close();
  }
});
