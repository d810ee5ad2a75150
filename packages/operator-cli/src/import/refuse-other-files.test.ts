import { gzipSync } from 'node:zlib';
import { refuseOtherFiles } from './refuse-other-files.ts';

const refuse =
  (start: Buffer, encoding: 'utf-8' | 'utf-16le' = 'utf-8') =>
  () =>
    refuseOtherFiles(start, { name: 'stock.csv', encoding, isNdjson: false });

it.each([
  ['a compressed file', gzipSync('sku,on_hand\n'), 'cannot read stock.csv: it is compressed (gzip)'],
  [
    'a spreadsheet',
    Buffer.from('PK\x03\x04xl/workbook.xml'),
    'cannot read stock.csv: it is a spreadsheet or a ZIP archive',
  ],
  ['NDJSON', Buffer.from('{"sku":"1"}\n'), 'cannot read stock.csv as CSV: it is JSON'],
  ['a JSON array', Buffer.from(' [\n  {\n    "sku":"1"\n'), 'cannot read stock.csv as CSV: it is JSON'],
  ['UTF-16 without a byte order mark', Buffer.from('sku,on_hand\n', 'utf16le'), 'its first line is not text'],
])('refuses %s', (_what, start, problem) => {
  expect(refuse(start)).toThrow(problem);
});

it('accepts JSON in a file of NDJSON', () => {
  const start = Buffer.from('{"sku":"1"}\n');
  expect(() => refuseOtherFiles(start, { name: 'stock.ndjson', encoding: 'utf-8', isNdjson: true })).not.toThrow();
});

it('accepts text, UTF-16 when the option names it, and NUL characters in later lines', () => {
  expect(refuse(Buffer.alloc(0))).not.toThrow();
  expect(refuse(Buffer.from('sku,on_hand\n1,\0\n'))).not.toThrow();
  expect(refuse(Buffer.from('[sku],{on_hand}\n1,2\n'))).not.toThrow();
  expect(refuse(Buffer.from('sku,on_hand\n', 'utf16le'), 'utf-16le')).not.toThrow();
});
