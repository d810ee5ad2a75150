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
  [
    'lines that end in a carriage return alone',
    Buffer.from('"sku","on_hand"\r"1","5"\r'),
    'stock.csv ends its lines with a carriage return alone',
  ],
  ['UTF-16 without a byte order mark', Buffer.from('sku,on_hand\n', 'utf16le'), 'its first line is not text'],
])('refuses %s', (_what, start, problem) => {
  expect(refuse(start)).toThrow(problem);
});

const refuseNdjson = (start: string) => () =>
  refuseOtherFiles(Buffer.from(start), { name: 'stock.ndjson', encoding: 'utf-8', isNdjson: true });

it.each([
  ['[\n  {"sku":"1"}\n]\n'],
  ['[{"sku":"1"},\n{"sku":"2"}]'],
  ['[{"sku":"1"},{"sku":"2"}]\n'],
  ['[{"sku":"1"}'],
])('refuses a JSON array in a file of NDJSON: %j', (start) => {
  expect(refuseNdjson(start)).toThrow('cannot read stock.ndjson as NDJSON: it is a JSON array');
});

it.each([['{"sku":"1"}\n'], ['{"sku":"1","tags":[\n'], ['[1]\n{"sku":"1"}\n'], ['']])(
  'accepts a file of NDJSON: %j',
  (start) => {
    expect(refuseNdjson(start)).not.toThrow();
  },
);

it('accepts text, UTF-16 when the option names it, and NUL characters in later lines', () => {
  expect(refuse(Buffer.alloc(0))).not.toThrow();
  expect(refuse(Buffer.from('sku,on_hand\n1,\0\n'))).not.toThrow();
  expect(refuse(Buffer.from('"sku","on\rhand"\r\n"1","5"'))).not.toThrow();
  expect(refuse(Buffer.from('[sku],{on_hand}\n1,2\n'))).not.toThrow();
  expect(refuse(Buffer.from('sku,on_hand\n', 'utf16le'), 'utf-16le')).not.toThrow();
});
