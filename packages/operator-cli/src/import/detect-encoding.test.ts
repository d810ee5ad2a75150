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

  it('takes a file with valid characters and damaged ones for UTF-8', async () => {
    expect(await detect(Buffer.concat([Buffer.from('é'), Buffer.from('é', 'latin1')]))).toBe('utf-8');
  });

  it('does not take bytes that Windows-1252 does not define for Windows-1252', async () => {
    expect(await detect(Buffer.from([0x61, 0x81, 0x62]))).toBe('utf-8');
  });

  it('takes every valid text for UTF-8, however it is split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const bytes = Buffer.from(text);
        fc.pre(!text.startsWith('\uFEFF'));
        expect(await detect(bytes, size)).toBe('utf-8');
      }),
    );
  });
});
