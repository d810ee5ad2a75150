import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createErrorHandler, type Logger } from '@callside/service-kit';
import express, { type Response } from 'express';
import { shedReads } from './shed-reads.ts';

const logger = { error: () => {} } as unknown as Logger;

/** Routes whose responses the test ends. */
async function setUp(isIntakeBusy = () => false) {
  const open: Response[] = [];
  const app = express();
  app.use(shedReads({ isIntakeBusy, mostReads: 2, mostExports: 1 }));
  app.use((_request, response) => {
    open.push(response);
  });
  app.use(createErrorHandler({ logger }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const before = open.length;
    const answer = fetch(`http://127.0.0.1:${port}${path}`);
    await Promise.race([answer, waitUntil(() => open.length > before)]);
    return { answer, admitted: open.length > before };
  };
  const close = async () => {
    for (const response of open) response.end();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { open, ask, close };
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

it('a read over the limit is refused with 503 and Retry-After, and the next is admitted after one ends', async () => {
  const { open, ask, close } = await setUp();
  await ask('/acme/chats');
  await ask('/acme/events');
  const { answer, admitted } = await ask('/acme/chats/1');
  expect(admitted).toBe(false);
  const refusal = await answer;
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await ask('/acme/me')).admitted).toBe(true);
  const [first] = open;
  first?.end();
  if (first) await once(first, 'close');
  expect((await ask('/acme/chats')).admitted).toBe(true);
  await close();
});

it('fewer exports than reads are admitted', async () => {
  const { ask, close } = await setUp();
  expect((await ask('/acme/calls/export')).admitted).toBe(true);
  expect((await ask('/acme/calls/export')).admitted).toBe(false);
  expect((await ask('/acme/calls/1')).admitted).toBe(true);
  await close();
});

it('all reads are refused while the intake is busy, and nothing else is', async () => {
  const { ask, close } = await setUp(() => true);
  const reads = ['chats', 'calls/1', 'calls/export', 'events', 'results', 'settings/unresolved-agents'];
  for (const path of reads) expect((await (await ask(`/acme/${path}`)).answer).status).toBe(503);
  expect((await ask('/acme/settings/api-keys')).admitted).toBe(true);
  await close();
});
