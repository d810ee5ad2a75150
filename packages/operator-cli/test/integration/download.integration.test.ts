import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { download } from '../../src/feed/download.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'callside-download-'));
let server: Server;
let origin: string;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(directory, { recursive: true });
});

interface Reading {
  url?: string;
  allowPrivate?: boolean;
  mostBytes?: number;
  timeoutMs?: number;
}

const read = ({ url = `${origin}/f.csv?token=hidden`, allowPrivate = true, ...limits }: Reading = {}) =>
  download({ url, etag: null, lastModified: null, allowPrivate }, path.join(directory, 'f.csv'), {
    mostBytes: 1_000,
    timeoutMs: 60_000,
    ...limits,
    signal: new AbortController().signal,
  });

it('ends a download above the limit of bytes, also without a length', async () => {
  answer = (response) => {
    response.write('x'.repeat(900));
    response.end('x'.repeat(200));
  };
  await expect(read()).rejects.toThrow('the feed was not read: it is larger than 1000 bytes');
  await expect(read({ mostBytes: 1_100 })).resolves.toEqual({ etag: null, lastModified: null });
});

it('refuses the answer that a file did not change which was never read', async () => {
  answer = (response) => response.writeHead(304).end();
  await expect(read()).rejects.toThrow('the feed was not read: it answers with status 304');
});

it('ends a download that is not complete in time', async () => {
  answer = (response) => response.write('sku,on_hand\n');
  await expect(read({ timeoutMs: 100 })).rejects.toThrow('the feed was not read: it is not complete after 0.1 s');
});

it.each([
  ['ftp://shop.example/f.csv', 'it redirects to no web address'],
  ['http://:80:80/', 'it redirects to no web address'],
])('does not follow a redirect to %s', async (location, problem) => {
  answer = (response) => response.writeHead(302, { location }).end();
  await expect(read()).rejects.toThrow(problem);
});

it.each([
  ['http://shop.invalid/f.csv', 'its host name is not known (ENOTFOUND)'],
  ['http://127.0.0.1:1/f.csv', 'its host refuses the connection (ECONNREFUSED)'],
])('says in words why %s cannot be reached', async (url, reason) => {
  await expect(read({ url })).rejects.toThrow(`the feed was not read: ${reason}`);
});

it('does not use the connection of a feed that may have a private address for one that may not', async () => {
  answer = (response) => response.end('sku,on_hand\n');
  const url = `${origin.replace('127.0.0.1', 'localhost')}/f.csv`;
  await read({ url });
  await expect(read({ url, allowPrivate: false })).rejects.toThrow('its host has a private address');
});
