import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { purchaseResponseSchema, recommendResponseSchema } from '@callside/schemas';
import fc from 'fast-check';
import { recommend } from '../support/answers.ts';
import { bodies, headers, keys, targets } from '../support/http-arbitraries.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let recommendationId: string;

beforeAll(async () => {
  service = await startService();
  recommendationId = (await recommend(service, { num_items: 10 })).recommendation_id;
});
afterAll(() => service.close());

const statuses = new Set([200, 401, 404, 405, 413, 422, 431]);
const fieldNames = /phone|purchased|num_items|check_stock|customer_order|source|recommendation_id/;

/** fast-check says the seed and path of a failure; give them to it here to see that failure again. */
const again: fc.Parameters<unknown> = {};

function checkShape(
  { status, headers: sent, json, text }: HttpAnswer,
  { method, path }: { method: string; path: string },
) {
  expect(statuses).toContain(status);
  expect(sent['x-request-id']).toEqual(expect.any(String));
  if (method === 'HEAD') return;
  if (status === 200) {
    const schema = path.startsWith('/recommend') ? recommendResponseSchema : purchaseResponseSchema;
    expect(schema.parse(json)).toEqual(json);
  } else if (status === 422) {
    expect(json).toEqual({ detail: expect.any(Array) });
  } else {
    expect({ json, text }).toMatchObject({ json: { detail: expect.any(String) } });
  }
}

test('whatever is sent, the answer is one of the contract and never a failure', async () => {
  const requests = fc.record({
    target: targets,
    headers,
    key: keys(service.key),
    body: bodies(recommendationId),
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(requests, async ({ target, headers: others, key, body }) => {
      const answer = await service.clients[0].send({
        ...target,
        headers: { ...others, 'x-api-key': key, 'content-length': String(body.length) },
        body,
      });
      checkShape(answer, target);
      if (target.method === 'POST') seen.add(`${target.path.slice(0, 10)} ${answer.status}`);
      if (key !== service.key) {
        expect(answer.status).not.toBe(200);
        if (answer.status === 401) expect(answer.text).not.toMatch(fieldNames);
      }
    }),
    { numRuns: 1500, ...again },
  );
  // The arbitraries reach what they are meant to reach.
  expect([...seen]).toEqual(
    expect.arrayContaining(['/recommend 200', '/purchase 200', '/purchase 404', '/purchase 422']),
  );
}, 120_000);

test('with a bad key the answer depends on nothing but whether the body is JSON', async () => {
  await fc.assert(
    fc.asyncProperty(bodies(recommendationId), fc.constantFrom('/recommend', '/purchase'), async (body, path) => {
      const answer = await service.clients[0].send({
        path,
        headers: { 'x-api-key': 'wrong', 'content-length': String(body.length) },
        body,
      });
      if (isJson(body)) {
        expect(answer).toMatchObject({ status: 401, text: '{"detail":"API key is invalid or missing."}' });
      } else {
        expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: 'json_invalid' }] } });
      }
      expect(answer.text).not.toMatch(fieldNames);
    }),
    { numRuns: 300, ...again },
  );
}, 60_000);

test('what is no HTTP is refused before the service, and the service goes on', async () => {
  const wild = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary', minLength: 1 }).map((text) => Buffer.from(text)),
    fc
      .constantFrom('Content-Length: -1', 'Transfer-Encoding: chunked, x', 'Host: other.example')
      .map((line) => Buffer.from(line)),
  );
  await fc.assert(
    fc.asyncProperty(wild, async (bytes) => {
      const start = 'POST /recommend HTTP/1.1\r\nConnection: close\r\nHost: offers.example\r\n';
      const status = await sendRaw(Buffer.concat([Buffer.from(start), bytes, Buffer.from('\r\n\r\n{}')]));
      expect(status === null || status === 400 || statuses.has(status)).toBe(true);
    }),
    { numRuns: 200, ...again },
  );
  expect((await service.get('/health')).status).toBe(200);
}, 60_000);

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

/** The status that comes back for these bytes; null where the connection ends without one. */
function sendRaw(bytes: Buffer): Promise<number | null> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(service.clients[0].port, '127.0.0.1', () => socket.end(bytes));
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      resolve(status === undefined ? null : Number(status));
    });
  });
}
