import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { addBrand, type TestBrand } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let other: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
  other = await addBrand(service);
});
afterAll(() => service.close());

/** Sends the lines of a request unchanged, and resolves to the status line of the answer. */
function statusOf(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.clients[0].port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (!received.includes('\r\n')) return;
      resolve(received.slice(0, received.indexOf('\r\n')));
      socket.destroy();
    });
    socket.on('error', reject);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

const event = () => ['Content-Length: 0', `X-API-Key: ${brand.key}`];
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const polling = '/socket.io/?EIO=4&transport=polling';
const webSocket = '/socket.io/?EIO=4&transport=websocket';

test.each([
  ['a webhook', () => ['POST /call-events/call-ended HTTP/1.1', ...event()]],
  ['a read', () => ['GET /me HTTP/1.1']],
  ['the health', () => ['GET /health HTTP/1.1']],
  ['a socket by long polling', () => [`GET ${polling} HTTP/1.1`]],
  ['a WebSocket', () => [`GET ${webSocket} HTTP/1.1`, ...upgrade]],
])('%s with two Host headers is refused with 400', async (_title, lines) => {
  expect(await statusOf(...lines(), `Host: ${brand.host}`, `Host: ${other.host}`)).toBe('HTTP/1.1 400 Bad Request');
  expect(await statusOf(...lines(), `Host: ${brand.host}`, `host: ${brand.host}`)).toBe('HTTP/1.1 400 Bad Request');
});

test('an absolute request target is served if its host equals the Host header, otherwise it is 400', async () => {
  const post = (target: string) =>
    statusOf(`POST http://${target}/call-events/call-ended HTTP/1.1`, `Host: ${brand.host}`, ...event());
  // The empty body is refused with 422 because it is not JSON.
  expect(await post(brand.host)).toBe('HTTP/1.1 422 Unprocessable Entity');
  expect(await post(`${brand.host.toUpperCase()}:4100`)).toBe('HTTP/1.1 422 Unprocessable Entity');
  expect(await post(other.host)).toBe('HTTP/1.1 400 Bad Request');
});

test('the answer contains the reason and nothing else', async () => {
  const { port } = service.clients[0];
  const request = get({ port, path: `http://${other.host}/me`, headers: { host: brand.host } });
  const [answer] = await once(request, 'response');
  expect([answer.statusCode, await json(answer)]).toEqual([400, { detail: 'The request names more than one host.' }]);
});
