import fc from 'fast-check';
import { detectEncoding } from './detect-encoding.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const detect = (bytes: Buffer, size = 5) => detectEncoding(inChunks(bytes, size));

describe('detectEncoding', () => {
  it.each([
    ['utf-8', Buffer.from('sku,title\n1,Größe\n')],
    ['utf-8', Buffer.from('plain ASCII')],
    ['utf-8', Buffer.from('\uFEFFsku')],
    ['utf-16le', Buffer.from('\uFEFFsku', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFsku', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('sku,title\n1,Größe\n', 'latin1')],
    ['windows-1252', Buffer.concat([Buffer.from('price\n1 '), Buffer.from([0x80])])],
  ])('finds %s', async (encoding, bytes) => {
    expect(await detect(bytes)).toBe(encoding);
  });

  it('detects UTF-8 for a file with valid characters and damaged ones', async () => {
    expect(await detect(Buffer.concat([Buffer.from('é'), Buffer.from('é', 'latin1')]))).toBe('utf-8');
  });

  it('does not detect Windows-1252 for bytes that it does not define', async () => {
    expect(await detect(Buffer.from([0x61, 0x81, 0x62]))).toBe('utf-8');
  });

  it('detects UTF-8 for every valid text, however it is split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const bytes = Buffer.from(text);
        fc.pre(!text.startsWith('\uFEFF'));
        expect(await detect(bytes, size)).toBe('utf-8');
      }),
    );
  });
});
