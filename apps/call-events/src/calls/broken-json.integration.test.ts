import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { addBrand, type TestBrand } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
});
afterAll(() => service.close());

function post(body: string | Buffer | undefined, headers: Record<string, string> = {}) {
  return service.clients[0].send({
    path: '/call-events/call-ended',
    headers: { host: brand.host, 'x-api-key': brand.key, ...headers },
    ...(body !== undefined && { body }),
  });
}

const good = '{"agent_email":"rep@brand.example"}';
const secretField = 'unlikely_secret_field';

describe('a body that is not JSON is refused with the position of the error', () => {
  test.each([
    ['', 0, 1, 1],
    [' ', 1, 1, 2],
    ['{', 1, 1, 2],
    ['{"a":1', 6, 1, 7],
    ['{"a":1}x', 7, 1, 8],
    ['{"a":1}{"a":1}', 7, 1, 8],
    ["{'a':1}", 1, 1, 2],
    ['{"a":1,}', 7, 1, 8],
    ['[1,2,]', 5, 1, 6],
    ['{a:1}', 1, 1, 2],
    ['{"a":01}', 6, 1, 7],
    ['{"a":+1}', 5, 1, 6],
    ['{"a":.5}', 5, 1, 6],
    ['{"a":NaN}', 5, 1, 6],
    ['undefined', 0, 1, 1],
    ['{"a":"\\x"}', 7, 1, 8],
    ['{"a":"\u0000"}', 6, 1, 7],
    ['{"a":"line\nbreak"}', 10, 1, 11],
    ['{\n  "a": 1\n  "b": 2\n}', 13, 3, 3],
    ['{\r\n"a" 1}', 7, 2, 5],
    ['agent_email=rep%40brand.example', 0, 1, 1],
    ['<xml/>', 0, 1, 1],
  ])('%j has its error at character %i', async (body, offset, line, column) => {
    const answer = await post(body);
    expect(answer).toMatchObject({
      status: 422,
      json: {
        detail: [
          {
            type: 'json_invalid',
            loc: ['body', offset],
            msg: expect.stringMatching(new RegExp(`line ${line}\\b.*column ${column}\\b`)),
          },
        ],
      },
    });
    expect(Object.keys(Object(answer.json))).toEqual(['detail']);
  });

  test('the offset counts characters, not bytes', async () => {
    expect((await post('{"é€":x}')).json).toMatchObject({ detail: [{ loc: ['body', 6] }] });
  });
});

test('the answer contains neither the body nor its fields', async () => {
  for (const body of [`{"${secretField}": ${secretField}}`, `${secretField}`, `{"a":"${secretField}"`]) {
    const { status, text } = await post(body);
    expect(status).toBe(422);
    expect(text).not.toMatch(/unlikely|agent_email|phone_number|customer_id|metadata|event_id|occurred_at/);
  }
});

test('a missing body is not JSON', async () => {
  const answer = await post(undefined, { 'content-length': '0' });
  expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: 'json_invalid', loc: ['body', 0] }] } });
});

describe('the encoding', () => {
  const sent = (name: string) => `{"agent_email":"${name}@brand.example"}`;
  const around = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"agent_email":"a'), Buffer.of(...bytes), Buffer.from('"}')]);

  test.each<[string, Buffer, string, string | null]>([
    ['UTF-8', Buffer.from(sent('ré')), 'ré@brand.example', null],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${sent('rep')}`), 'rep@brand.example', null],
    ['Latin-1', Buffer.from(sent('ré'), 'latin1'), 'ré@brand.example', 'charset'],
    ['UTF-16 LE', Buffer.from(sent('ré'), 'utf16le'), 'ré@brand.example', 'charset'],
    [
      'UTF-16 BE with a byte order mark',
      Buffer.from(`\ufeff${sent('ré')}`, 'utf16le').swap16(),
      'ré@brand.example',
      'charset',
    ],
    ['UTF-8 with a lone continuation byte', around(0xc3, 0xa9, 0x80), 'aé\ufffd', 'charset'],
    ['UTF-8 with an encoded surrogate', around(0xc3, 0xa9, 0xed, 0xa0, 0x80), 'aé\ufffd\ufffd\ufffd', 'charset'],
    ['UTF-16 with a lone surrogate', Buffer.from('{"agent_email":"a\ud800"}', 'utf16le'), 'a\ufffd', 'charset'],
  ])('%s is read', async (_title, bytes, agent, remarks) => {
    expect((await post(bytes)).status).toBe(200);
    const [row] = await service.query(
      'SELECT agent_email, remarks FROM call_events WHERE brand_id = $1 ORDER BY id DESC',
      [brand.id],
    );
    expect(row).toEqual({ agent_email: agent, remarks });
  });

  test('event ids that differ in bytes that are not UTF-8 are different', async () => {
    const idOf = (id: string) => Buffer.from(`{"event_id":"${id}",${good.slice(1)}`, 'latin1');
    const answers = [await post(idOf('\xe9-1')), await post(idOf('\xe8-1')), await post(idOf('\xe9-1'))];
    expect(answers.map(({ json }) => Object(json).duplicate)).toEqual([false, false, true]);
  });

  test('a character that is cut off after the JSON is not JSON', async () => {
    expect((await post(Buffer.concat([Buffer.from(good), Buffer.of(0xe2, 0x82)]))).status).toBe(422);
  });

  test('a byte order mark before the JSON is ignored', async () => {
    expect((await post(`\ufeff${good}`)).status).toBe(200);
  });

  test('a byte order mark alone is not JSON', async () => {
    expect((await post('\ufeff')).status).toBe(422);
  });
});

test.each(['5', '"text"', 'null', 'true', '[]', '-1.5e3', '""'])(
  '%s is JSON, and is refused only because it is not an object',
  async (body) => {
    expect((await post(body, { 'x-api-key': 'wrong' })).status).toBe(401);
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ['body'] }] } });
    expect(answer.text).not.toContain('json_invalid');
  },
);

test.each([
  'application/json',
  'application/json; charset=iso-8859-1',
  'application/json; charset=nonsense',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
  '',
])('the content type %j is read as JSON', async (contentType) => {
  expect((await post(good, { 'content-type': contentType })).status).toBe(200);
  expect((await post('{', { 'content-type': contentType })).status).toBe(422);
});

describe('a compressed body', () => {
  test('is decompressed', async () => {
    expect((await post(gzipSync(good), { 'content-encoding': 'gzip' })).status).toBe(200);
  });

  test.each(['none', 'utf-8', 'UTF-8', '', 'identity', 'zip', 'gzip'])(
    'is not one when it is readable, although its encoding is called %j',
    async (encoding) => {
      expect((await post(good, { 'content-encoding': encoding })).status).toBe(200);
      const [row] = await service.query('SELECT remarks FROM call_events WHERE brand_id = $1 ORDER BY id DESC', [
        brand.id,
      ]);
      expect(row).toEqual({ remarks: ['', 'identity'].includes(encoding) ? null : 'content_encoding' });
    },
  );

  test.each([
    ['cut off', 'gzip', gzipSync(good).subarray(0, 15)],
    ['otherwise', 'deflate', gzipSync(good)],
  ])('a body sent as compressed but %s is not JSON, also with a wrong key', async (_title, encoding, body) => {
    for (const key of [brand.key, 'wrong']) {
      const answer = await post(body, { 'content-encoding': encoding, 'x-api-key': key });
      expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: 'json_invalid' }] } });
    }
  });
});

describe('the limit of 1 MiB', () => {
  const bodyOf = (bytes: number) => `{"agent_email":"rep@brand.example"${' '.repeat(bytes - 35)}}`;
  const mebibyte = 1024 * 1024;

  test('allows 1 MiB', async () => {
    expect(Buffer.byteLength(bodyOf(mebibyte))).toBe(mebibyte);
    expect((await post(bodyOf(mebibyte))).status).toBe(200);
  });

  test.each([mebibyte + 1, 5 * mebibyte])('refuses %i bytes with 413', async (bytes) => {
    expect(await post(bodyOf(bytes))).toMatchObject({ status: 413, json: { detail: expect.any(String) } });
  });

  test('applies to the decompressed body', async () => {
    const answer = await post(gzipSync(bodyOf(20 * mebibyte)), { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 413, json: { detail: expect.any(String) } });
  });

  test('applies to a body without Content-Length', async () => {
    const { port } = service.clients[0];
    const headers = { host: brand.host, 'x-api-key': brand.key, 'transfer-encoding': 'chunked' };
    const outgoing = request({ port, method: 'POST', path: '/call-events/call-ended', headers });
    // The service may close the connection while the rest is being sent.
    outgoing.on('error', () => {}).end(bodyOf(2 * mebibyte));
    const [answer] = await once(outgoing, 'response');
    expect(answer.statusCode).toBe(413);
    answer.resume();
  });
});
