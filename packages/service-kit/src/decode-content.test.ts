import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decompress, readContentEncoding } from './decode-content.ts';

const text = '{\n  "agent_email": "ann@acme.test"\n}';

async function read(bytes: Buffer, header: string) {
  const content = await decompress(bytes, readContentEncoding(header).compressions, 1024);
  return [content.bytes.toString(), content.isMisnamed];
}

it.each(['deflate', 'gzip', 'br', 'deflate, gzip', 'gzip, deflate'])(
  'keeps the whole of a text that came without the encoding %j',
  (header) => expect(read(Buffer.from(text), header)).resolves.toEqual([text, true]),
);

it('keeps the whole of a text that came with one of its two encodings', async () => {
  expect(await read(gzipSync(text), 'deflate, gzip')).toEqual([text, true]);
});

it.each([deflateSync, deflateRawSync])('reads deflate with and without its header', async (deflate) => {
  expect(await read(deflate(text), 'deflate')).toEqual([text, false]);
});
