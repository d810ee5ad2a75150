import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import fc from 'fast-check';
import { bodies, headers, hosts, keys, targets } from '../support/http-arbitraries.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { addBrand, addUser, type TestBrand } from '../support/organisations.ts';
import { countEvents } from '../support/records.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
  await addUser(service, brand, { email: 'rep@brand.example' });
});
afterAll(() => service.close());

const statuses = new Set([200, 401, 404, 405, 413, 422, 431]);
const fieldNames = /agent_email|phone_number|customer_id|event_id|occurred_at|metadata/;

/** fast-check says the seed and path of a failure; give them to it here to see that failure again. */
const again: fc.Parameters<unknown> = {};

function checkShape({ status, headers: sent, json, text }: HttpAnswer, method: string): void {
  expect(statuses).toContain(status);
  expect(sent['x-request-id']).toEqual(expect.any(String));
  if (method === 'HEAD') return;
  if (status === 200) {
    expect(json).toEqual({
      accepted: true,
      duplicate: expect.any(Boolean),
      agent_resolved: expect.any(Boolean),
      call_active: expect.any(Boolean),
      delivered_sockets: 0,
    });
  } else if (status === 422) {
    expect(json).toEqual({ detail: expect.any(Array) });
  } else {
    expect({ json, text }).toMatchObject({ json: { detail: expect.any(String) } });
  }
}

test('whatever is sent, the answer is one of the contract and never a failure', async () => {
  const requests = fc.record({ target: targets, headers, host: hosts(brand.host), key: keys(brand.key), body: bodies });
  await fc.assert(
    fc.asyncProperty(requests, async ({ target, headers: others, host, key, body }) => {
      const before = await countEvents(service);
      const answer = await service.clients[0].send({
        ...target,
        headers: { ...others, host, 'x-api-key': key, 'content-length': String(body.length) },
        body,
      });
      checkShape(answer, target.method);
      const isRecorded = answer.status === 200 && Object(answer.json).duplicate === false;
      expect(await countEvents(service)).toBe(before + (isRecorded ? 1 : 0));
      if (key !== brand.key) {
        expect(answer.status).not.toBe(200);
        expect(answer.text).not.toMatch(fieldNames);
      }
    }),
    { numRuns: 1000, ...again },
  );
}, 120_000);

test('with a bad key the answer depends on nothing but whether the body is JSON', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const answer = await service.clients[0].send({
        path: '/call-events/call-started',
        headers: { host: brand.host, 'x-api-key': 'wrong', 'content-length': String(body.length) },
        body,
      });
      if (isJson(body))
        expect(answer).toMatchObject({ status: 401, text: '{"detail":"API key is invalid or missing."}' });
      else expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: 'json_invalid' }] } });
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
      const start = `POST /call-events/call-ended HTTP/1.1\r\nConnection: close\r\nHost: ${brand.host}\r\n`;
      const status = await sendRaw(Buffer.concat([Buffer.from(start), bytes, Buffer.from('\r\n\r\n{}')]));
      expect(status === null || status === 400 || statuses.has(status)).toBe(true);
    }),
    { numRuns: 200, ...again },
  );
  expect((await service.clients[0].send({ method: 'GET', path: '/health', headers: { host: 'x' } })).status).toBe(200);
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
