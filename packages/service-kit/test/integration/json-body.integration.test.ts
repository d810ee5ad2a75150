import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { until } from '@callside/test-kit';
import request from 'supertest';
import { createJsonBody, jsonBody } from '../../src/index.ts';
import { addEcho, createDemoService } from '../support/demo-service.ts';

const { app } = createDemoService((router) => addEcho(router));

const post = (body: string | Buffer, headers: Record<string, string> = {}) => {
  const sent = request(app)
    .post('/echo')
    .set({ 'Content-Type': 'application/json', ...headers });
  sent.write(body);
  return sent;
};

const { app: roomy } = createDemoService((router) => addEcho(router, 1024 * 1024));
const postLong = (body: string | Buffer) => {
  const sent = request(roomy).post('/echo').type('json');
  sent.write(body);
  return sent;
};

function jsonInvalid(offset: number, position: string) {
  return { detail: [{ type: 'json_invalid', loc: ['body', offset], msg: expect.stringContaining(position) }] };
}

describe('the JSON body', () => {
  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/plain; charset=latin1',
    'nonsense',
    '',
  ])('is parsed with any content type (%p)', async (type) => {
    const response = await post('{"a":"é"}', { 'Content-Type': type });
    expect(response.body).toEqual({ value: { a: 'é' }, a: '"é"' });
  });

  it.each(['5', 'null', '"x"', 'true', '[]', ' {"a": 1.10} '])('may be any JSON value (%s)', async (text) => {
    const response = await post(text);
    expect(response.status).toBe(200);
    expect(response.body.value).toEqual(JSON.parse(text));
  });

  it('may start with a byte order mark', async () => {
    const response = await post('\ufeff{"a":1}');
    expect(response.body).toEqual({ value: { a: 1 }, a: '1' });
  });

  it('may contain real replacement characters, NUL and lone surrogates', async () => {
    const text = '{"a":"\ufffd","b":"\\u0000","c":"\\ud800"}';
    const response = await post(text);
    expect(response.status).toBe(200);
    expect(response.body.value).toEqual(JSON.parse(text));
  });

  it('may be nested as deep as the limit allows', async () => {
    const deep = createDemoService((router) => {
      router.post('/', createJsonBody({ limitBytes: 1024 * 1024, shape: 'scalar' }), (request, response) => {
        response.json(jsonBody.of(request).value);
      });
    });
    const text = '['.repeat(500_000) + ']'.repeat(500_000);
    const response = await request(deep.app).post('/').type('text').send(text);
    expect(response.body).toEqual([]);
    const broken = await request(deep.app).post('/').type('text').send(text.slice(0, -1));
    expect(broken.body).toEqual(jsonInvalid(999_999, 'line 1 column 1000000'));
  });

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['GZIP', gzipSync('{"a":1}')],
    ['x-gzip', gzipSync('{"a":1}')],
    ['x-deflate', deflateSync('{"a":1}')],
    ['deflate', deflateRawSync('{"a":1}')],
    ['deflate, gzip', gzipSync(deflateSync('{"a":1}'))],
    ['utf-8, gzip', gzipSync('{"a":1}')],
    ['identity', Buffer.from('{"a":1}')],
    ['"gzip"', gzipSync('{"a":1}')],
    ['gzip;q=1.0', gzipSync('{"a":1}')],
    ['gzip, identity', gzipSync('{"a":1}')],
    // A proxy has removed or replaced the name.
    ['', gzipSync('{"a":1}')],
    ['none', gzipSync('{"a":1}')],
  ])('may be encoded with %s', async (encoding, bytes) => {
    const response = await post(bytes, { 'Content-Encoding': encoding });
    expect(response.body.value).toEqual({ a: 1 });
  });

  it.each([
    '',
    ' ',
    'none',
    'utf-8',
    'UTF-8',
    'utf8',
    'binary',
    'json',
    'Identity',
    'identity, none',
    '"utf-8"',
    '8bit',
    'chunked',
    'aws-chunked',
    '*',
    'gzip;q=0',
    'constructor',
    'zip',
    'gzip',
    'x-gzip',
    'br',
    'deflate',
  ])('is read as it came when it is readable, although it is said to be encoded with %p', async (encoding) => {
    const response = await post(' {"a":1}', { 'Content-Encoding': encoding });
    expect(response.body).toEqual({ value: { a: 1 }, a: '1' });
  });

  it('may have bytes that are not UTF-8', async () => {
    const other = Buffer.from('"ü":{"ß":["ñ",{"é":"é"}]},', 'latin1');
    for (const mark of ['', '\ufeff']) {
      const around = (text: string) => Buffer.concat([Buffer.from(`${mark}{`), other, Buffer.from(text)]);
      expect((await post(around('"a":"é"}'))).body).toMatchObject({ value: { a: 'é' }, a: '"é"' });
      expect((await post(around('"a":1]'))).status).toBe(422);
      const filled = await postLong(around(`"a":"é","x":"${'é'.repeat(20_000)}"}`));
      expect(filled.body).toEqual({ value: { a: 'é' }, a: '"é"' });
    }
    const latin1 = Buffer.from('{"a":"é"}', 'latin1');
    for (const encoding of ['', 'gzip', 'latin1']) {
      for (const bytes of [latin1, Buffer.from('\ufeff{"a":"é"}', 'utf16le')]) {
        const read = await post(bytes, { 'Content-Encoding': encoding });
        expect([read.status, read.body]).toEqual([200, { value: { a: 'é' }, a: '"é"' }]);
      }
    }
  });

  it.each(['utf-16', 'utf-8', 'us-ascii', 'nonsense'])(
    'may be UTF-16, whatever its charset %p says',
    async (charset) => {
      const contentType = `application/json; charset=${charset}`;
      for (const text of ['{"a":"é"}', '\ufeff{"a":"é"}', `{"a":"é","x":"${'é'.repeat(200)}"}`]) {
        for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
          const read = await post(bytes, { 'Content-Type': contentType });
          expect([read.status, read.body]).toMatchObject([200, { value: { a: 'é' }, a: '"é"' }]);
        }
      }
    },
  );

  it.each([
    ['', 0, 'line 1 column 1'],
    ['   ', 3, 'line 1 column 4'],
    ['{"agent_email": secret}', 16, 'line 1 column 17'],
    ['{\n "agent_email": "secret",\n}', 28, 'line 3 column 1'],
    ['{"agent_email":"secret"', 23, 'line 1 column 24'],
    ['agent_email=secret', 0, 'line 1 column 1'],
    ['{"a":NaN}', 5, 'line 1 column 6'],
  ])(
    'is refused when it is not JSON (%p), with the position and nothing of what was sent',
    async (text, offset, position) => {
      const response = await post(text);
      expect(response.status).toBe(422);
      expect(response.body).toEqual(jsonInvalid(offset, position));
      expect(response.text).not.toMatch(/agent_email|secret/);
    },
  );

  it('is refused when it is empty', async () => {
    const response = await request(app).post('/echo');
    expect(response.status).toBe(422);
    expect(response.body).toEqual(jsonInvalid(0, 'unexpected end of text at line 1 column 1'));
  });

  it.each([
    [Buffer.from('{"é":1,"a":}', 'latin1'), 11, 'line 1 column 12'],
    [Buffer.from('{"é":1,\n"a":}', 'utf16le'), 12, 'line 2 column 5'],
    [Buffer.from([0xff, 0xff]), 0, 'line 1 column 1'],
  ])('is refused when it is not JSON in its own encoding (%p)', async (bytes, offset, position) => {
    const response = await post(bytes);
    expect(response.status).toBe(422);
    expect(response.body).toEqual(jsonInvalid(offset, position));
  });

  it.each([
    ['gzip', gzipSync('{"a":1}').subarray(0, 15)],
    ['gzip', deflateSync('{"a":1}')],
    ['br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['deflate', gzipSync('{"a":1}')],
  ])('is refused like broken JSON when its encoding %s is broken', async (encoding, bytes) => {
    const response = await post(bytes, { 'Content-Encoding': encoding });
    expect(response.status).toBe(422);
    expect(response.body).toEqual(jsonInvalid(0, 'line 1 column 1'));
  });

  it('may be as large as the limit and not larger, also after decompression', async () => {
    expect((await post(`"${'x'.repeat(1022)}"`)).status).toBe(200);
    const tooLarge = [
      await post(`"${'x'.repeat(1023)}"`),
      await post(gzipSync(`"${'x'.repeat(100_000)}"`), { 'Content-Encoding': 'gzip' }),
      await post(gzipSync(`"${'x'.repeat(100_000)}"`)),
    ];
    for (const response of tooLarge) {
      expect(response.status).toBe(413);
      expect(response.body).toEqual({ detail: 'The body is too large.' });
    }
  });
});

describe('a long body', () => {
  const filling = '"x":[{"y":"é"},[],1.5,true,null],'.repeat(20_000);

  it('is parsed as far as it is requested, each member as it was sent', async () => {
    const response = await postLong(`{${filling}"a": 1.10 ,"\\u0062":"\\ud83d\\ude00","c":{"deep":[1]},"d":4}`);
    expect(response.body).toEqual({ value: { a: 1.1, b: '\ud83d\ude00', c: {} }, a: '1.10' });
  });

  it('has the last of two members of one name', async () => {
    expect((await postLong(`{"a":1,${filling}"a":[]}`)).body).toEqual({ value: { a: [] }, a: '[]' });
  });

  it('is refused when it is not JSON, with the position', async () => {
    const text = `{"a":1,\r\n\n${filling}"b":secret}`;
    const response = await postLong(text);
    expect(response.status).toBe(422);
    const offset = text.indexOf('secret');
    expect(response.body).toEqual(jsonInvalid(offset, `line 3 column ${offset - 9}`));
  });

  it('lets other work run between its pieces', async () => {
    let turns = 0;
    let isOver = false;
    const countTurns = () => {
      turns++;
      if (!isOver) setImmediate(countTurns);
    };
    const reading = postLong(`{"x":[${'[],'.repeat(340_000)}[]]}`);
    countTurns();
    expect((await reading).status).toBe(200);
    isOver = true;
    expect(turns).toBeGreaterThan(1_000_000 / 32_768);
  });
});

describe('a body that does not arrive', () => {
  it('ends without an error in the log', async () => {
    const { app: aborted, log } = createDemoService((router) => addEcho(router));
    const server = createServer(aborted).listen(0);
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port);
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a"');
    await once(server, 'request');
    socket.destroy();
    await until('the request is logged', () => log.entries.length > 0);
    server.close();
    await once(server, 'close');
    expect(log.entries).toMatchObject([{ msg: 'request', level: 'info', aborted: true }]);
  });
});
