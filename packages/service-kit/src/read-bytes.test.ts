import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { createBodyBudget } from './body-budget.ts';
import { createBytesReader } from './read-bytes.ts';

const kibibyte = 1024;
const read = createBytesReader({
  limitBytes: 1024 * kibibyte,
  budget: createBodyBudget({ smallBytes: 64 * kibibyte, largeBytes: 64 * kibibyte }),
});

/** The body of a request that is open until the test ends, or why it was refused; `send` sends it. */
function open(encoding?: string) {
  const request = Object.assign(new PassThrough(), {
    headers: encoding === undefined ? {} : { 'content-encoding': encoding },
  }) as unknown as Request & PassThrough;
  const body = new Promise<string>((resolve, reject) => {
    read(request, new EventEmitter() as Response, (error, bytes) =>
      error ? reject(error) : resolve(bytes.toString()),
    );
  });
  return { body, send: (bytes: Buffer) => request.end(bytes) };
}

test('a body counts by what has arrived of it, whatever its header promises', async () => {
  for (let count = 0; count < 1_000; count += 1) open('gzip');
  const sent = gzipSync('{"a": 1}');
  for (const encoding of ['gzip', undefined]) {
    const { body, send } = open(encoding);
    send(sent);
    expect(await body).toBe('{"a": 1}');
  }
  const many = Array.from({ length: 200 }, () => open('gzip'));
  for (const { send } of many) send(sent);
  expect(new Set(await Promise.all(many.map(({ body }) => body)))).toEqual(new Set(['{"a": 1}']));
});

test('what is decompressed counts too, and one that cannot be decompressed keeps no other waiting', async () => {
  const large = gzipSync(Buffer.alloc(500 * kibibyte, 'a'));
  const refused = open('gzip');
  const broken = open('gzip');
  const next = open('gzip');
  refused.send(large);
  broken.send(Buffer.from([0x1f, 0x8b, 0]));
  next.send(gzipSync('[]'));
  await expect(refused.body).rejects.toMatchObject({ code: 'unavailable' });
  await expect(broken.body).rejects.toThrow();
  expect(await next.body).toBe('[]');
});

test('a header that names a thousand compressions costs no more than two', async () => {
  const { body, send } = open(Array.from({ length: 1_000 }, () => 'gzip').join());
  send(Buffer.concat([Buffer.from('{'), Buffer.alloc(60 * kibibyte, 0xff)]));
  expect((await body).startsWith('{')).toBe(true);
});
