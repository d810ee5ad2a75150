import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { defineTarget } from './fuzz-target.ts';
import { createHttpCheck } from './http-oracle.ts';
import { httpSampleSchema, httpSamples } from './http-sample.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The oracle's verdict on a service that answers like this. */
async function verdictOn(answer: RequestListener, { authorised = true, body = 'abc' } = {}): Promise<string | null> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = defineTarget({
    name: 'test',
    schema: httpSampleSchema,
    cases: httpSamples({ target: '/', headers: fc.constant([['Host', 'x']]), body: fc.string().map(Buffer.from) }),
    check: createHttpCheck(() => port, {
      statuses: [200, 401, 404, 422],
      isAuthorised: () => authorised,
      fieldNames: /secret_field/,
    }),
  });
  return target.replay({
    method: 'POST',
    target: '/',
    headers: [['Host', 'x']],
    body: Buffer.from(body).toString('base64'),
  });
}

const answering =
  (status: number, body: unknown, headers: Record<string, string> = { 'X-Request-Id': 'r' }): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

it('the oracle accepts documented answers of the right shape', async () => {
  expect(await verdictOn(answering(200, { ok: true }))).toBeNull();
  expect(await verdictOn(answering(404, { detail: 'There is no such thing.' }))).toBeNull();
  expect(await verdictOn(answering(422, { detail: [{ type: 'x', loc: [], msg: 'm' }] }))).toBeNull();
});

it.each([
  ['a failure', answering(500, { detail: 'internal error' }), 'status 500 is not documented'],
  ['an undocumented status', answering(418, { detail: 'teapot' }), 'status 418 is not documented'],
  ['an error that is a page', answering(404, '<html>'), 'the body of a 404 is not an error'],
  ['an empty list of errors', answering(422, { detail: [] }), 'the body of a 422 is not an error'],
  ['no request id', answering(404, { detail: 'x' }, {}), 'came without X-Request-Id'],
  ['no answer', ((request) => request.socket.destroy()) as RequestListener, 'ended without an answer'],
])('the oracle reports %s', async (_what, listener, message) => {
  expect(await verdictOn(listener)).toContain(message);
});

it('the oracle reports data or actions without a credential', async () => {
  const options = { authorised: false };
  expect(await verdictOn(answering(200, {}), options)).toContain('answered 200 without a credential');
  expect(await verdictOn(answering(401, { detail: 'secret_field is missing' }), options)).toContain(
    'discloses the schema',
  );
});

it('the oracle shrinks a finding to the smallest case', async () => {
  const target = defineTarget({
    name: 'test',
    schema: httpSampleSchema.shape.target,
    cases: anyText(),
    check: async (text) => {
      if (text.includes('a')) throw new Error('an a');
    },
  });
  expect(await target.fuzz({ seconds: 20, seed: 1 })).toMatchObject({ finding: { sample: 'a', message: 'an a' } });
});

it('the oracle reports a case that has no answer when the time is over', async () => {
  const target = defineTarget({
    name: 'test',
    schema: httpSampleSchema.shape.target,
    cases: fc.string(),
    check: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('no answer')), 1_500)),
  });
  expect(await target.fuzz({ seconds: 1, seed: 1 })).toMatchObject({ finding: { message: 'no answer' } });
});
