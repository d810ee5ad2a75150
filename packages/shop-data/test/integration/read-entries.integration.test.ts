import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnMap, ImportEntry } from '@callside/shop-data';
import fc from 'fast-check';
import { readEntries } from '../../src/files/read-entries.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'callside-read-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function read(
  name: string,
  content: string | Uint8Array,
  map?: ColumnMap,
): Promise<{ entries: ImportEntry[]; bytesRead: number }> {
  const file = join(directory, name);
  await writeFile(file, content);
  const entries: ImportEntry[] = [];
  let bytesRead = 0;
  for await (const chunk of readEntries(file, { required: ['a', 'b'], optional: [], map })) {
    expect(chunk.bytesRead).toBeGreaterThanOrEqual(bytesRead);
    entries.push(...chunk.entries);
    bytesRead = chunk.bytesRead;
  }
  return { entries, bytesRead };
}

const readCsv = async (content: string | Uint8Array) => (await read('file.csv', content)).entries;
const readNdjson = async (content: string | Uint8Array) => (await read('file.ndjson', content)).entries;
const reason = expect.any(String);

describe('a CSV file', () => {
  it('returns a record for each row with its first line, after blank lines and line breaks in quotes', async () => {
    for (const newline of ['\n', '\r\n']) {
      const content = ['a,b', '1,2', '', '"x', 'y",3', '"x', '', 'y",4', '5,6', ''].join(newline);
      expect(await readCsv(content)).toEqual([
        { line: 2, record: { a: '1', b: '2' } },
        { line: 4, record: { a: `x${newline}y`, b: '3' } },
        { line: 6, record: { a: `x${newline}${newline}y`, b: '4' } },
        { line: 9, record: { a: '5', b: '6' } },
      ]);
    }
  });

  it('may start with a byte order mark, mix line endings and end without one', async () => {
    expect(await readCsv('\uFEFFa,b\r\n1,2\n3,4')).toEqual([
      { line: 2, record: { a: '1', b: '2' } },
      { line: 3, record: { a: '3', b: '4' } },
    ]);
  });

  it.each(['sep=,\r\na,b\r\n1,2', '\uFEFFsep=,\na,b\n1,2', 'SEP=;\na,b\n1,2'])(
    'may begin with the line that names the delimiter to Excel: %j',
    async (content) => {
      expect(await readCsv(content)).toEqual([{ line: 3, record: { a: '1', b: '2' } }]);
    },
  );

  it('trims values, keeps spaces in quotes and ignores empty values', async () => {
    expect(await readCsv('a , b\n 1 , " 2 "\n,x\n')).toEqual([
      { line: 2, record: { a: '1', b: ' 2 ' } },
      { line: 3, record: { b: 'x' } },
    ]);
  });

  it.each([
    ['a quote inside a value', '7" ring,2'],
    ['text after a closing quote', '"7" ring",2'],
    ['a quote that is never closed', '"7 ring,2'],
    ['too many values', '1,2,3'],
    ['a value of no end', `${'x'.repeat(1100 * 1024)},2`],
  ])('rejects only the line with %s', async (_what, line) => {
    expect(await readCsv(`a,b\n1,2\n${line}\n"3","4"\n5,6\n`)).toEqual([
      { line: 2, record: { a: '1', b: '2' } },
      { line: 3, reason },
      { line: 4, record: { a: '3', b: '4' } },
      { line: 5, record: { a: '5', b: '6' } },
    ]);
  });

  it('takes a row without its last empty cells, and one with further empty cells', async () => {
    expect(await readCsv('a,b,c\n1,2\n3,4,5,,\n6\n"7\n7"\n8,9,10\n')).toEqual([
      { line: 2, record: { a: '1', b: '2' } },
      { line: 3, record: { a: '3', b: '4', c: '5' } },
      { line: 4, record: { a: '6' } },
      { line: 5, record: { a: '7\n7' } },
      { line: 7, record: { a: '8', b: '9', c: '10' } },
    ]);
  });

  it('skips rows of separators', async () => {
    expect(await readCsv('a,b\r\n,\r\n1,2\r\n,,,\r\n"",""\r\n , \r\n3,4\r\n')).toEqual([
      { line: 3, record: { a: '1', b: '2' } },
      { line: 7, record: { a: '3', b: '4' } },
    ]);
  });

  it('reads a value of 450 KiB in quotes as one value', async () => {
    const long = `${'line, of a "description"\n'.repeat(18_500)}end`;
    expect(await readCsv(`a,b\n1,"${long.replaceAll('"', '""')}"\n2,3\n`)).toEqual([
      { line: 2, record: { a: '1', b: long } },
      { line: 18_503, record: { a: '2', b: '3' } },
    ]);
  });

  it('rejects only the line with an open quote that a later line closes', async () => {
    expect(await readCsv('a,b\n"1,2\n\n3,4"\n5,6\n')).toEqual([
      { line: 2, reason },
      { line: 4, reason },
      { line: 5, record: { a: '5', b: '6' } },
    ]);
  });

  it('continues after a bad line at the end', async () => {
    expect(await readCsv('a,b\n1,2\n"3,4')).toEqual([
      { line: 2, record: { a: '1', b: '2' } },
      { line: 3, reason },
    ]);
  });

  it('continues after bad lines in every part of a large file, and counts every line once', async () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => (at % 9973 === 5 ? `"${at},x` : `${at},value ${at}`));
    const content = `a,b\n${lines.join('\n')}\n`;
    const { entries, bytesRead } = await read('large.csv', content);
    expect(entries.map(({ line }) => line)).toEqual(lines.map((_, at) => at + 2));
    expect(entries.filter((entry) => 'reason' in entry).map(({ line }) => line)).toEqual([
      7, 9980, 19_953, 29_926, 39_899,
    ]);
    expect(bytesRead).toBe(Buffer.byteLength(content));
  });

  it('returns every row of a valid file', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'é', '📞', '"', ',', '\n', '\r\n', ' ', '7') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(value, value).filter((row) => row.join('').trim() !== ''),
          { maxLength: 8 },
        ),
        fc.constantFrom('\n', '\r\n'),
        async (rows, newline) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const content = ['"a","b"', ...rows.map((row) => row.map(quote).join(','))].join(newline);
          const entries = await readCsv(content);
          const expected = rows.map(([a, b]) => ({ ...(a && { a }), ...(b && { b }) }));
          expect(entries.map((entry) => ('record' in entry ? entry.record : entry))).toEqual(expected);
          const starts = rows.map(
            (_, at) =>
              content.split('\n').length - rows.slice(at).flat().join('').split('\n').length - (rows.length - at) + 2,
          );
          expect(entries.map(({ line }) => line)).toEqual(starts);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('never throws, keeps its position and returns each line once, for any bytes', async () => {
    const bytes = fc.array(fc.constantFrom(...Buffer.from('a1,"\r\n '), 0x00, 0xff, 0xc3), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(bytes, async (noise) => {
        const entries = await readCsv(Buffer.concat([Buffer.from('a,b\n'), Buffer.from(noise)]));
        const lines = entries.map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
      }),
      { numRuns: 300 },
    );
  });
});

describe('an NDJSON file', () => {
  it('returns a record for each line, without nulls, after blank lines and a byte order mark', async () => {
    expect(await readNdjson('\uFEFF{"a":1,"b":null}\r\n\n  \n{"a":"é","__proto__":"x"}')).toEqual([
      { line: 1, record: { a: 1 } },
      {
        line: 4,
        record: Object.fromEntries([
          ['a', 'é'],
          ['__proto__', 'x'],
        ]),
      },
    ]);
  });

  it.each(['{"a":1', '[1]', '"text"', 'null', '7', 'a,b', `{"a":"${'x'.repeat(1024 * 1024)}"}`])(
    'rejects only a line that is not an object (%.12s)',
    async (line) => {
      expect(await readNdjson(`{"a":1}\n${line}\n{"a":2}\n`)).toEqual([
        { line: 1, record: { a: 1 } },
        { line: 2, reason },
        { line: 3, record: { a: 2 } },
      ]);
    },
  );

  it('names known columns in any case, like a CSV file, and rejects a line that names one twice', async () => {
    expect(await readNdjson('{"A":1,"b":2,"C":3}\n{"a":1,"A":2}\n{"a":1,"A":null}')).toEqual([
      { line: 1, record: { a: 1, b: 2, C: 3 } },
      { line: 2, reason: 'names "a" twice' },
      { line: 3, record: { a: 1 } },
    ]);
    const { entries } = await read('mapped.ndjson', '{"a":1,"Other":2,"b":3}', new Map([['A', 'other']]));
    expect(entries).toEqual([{ line: 1, record: { a: 2, b: 3 } }]);
  });

  it('takes the first of two members of one name that no column has', async () => {
    expect(await readNdjson('{"a":1,"b":2,"c":3,"c ":4}')).toEqual([{ line: 1, record: { a: 1, b: 2, c: 3 } }]);
  });

  it('is read with the extension .jsonl, in any case', async () => {
    expect((await read('file.JSONL', '{"a":1}')).entries).toEqual([{ line: 1, record: { a: 1 } }]);
  });

  it('counts every line of a large file once', async () => {
    const content = Array.from({ length: 50_000 }, (_, at) => `{"a":${at},"b":"${'é'.repeat(at % 20)}"}\n`).join('');
    const { entries, bytesRead } = await read('large.ndjson', content);
    expect(entries.map(({ line }) => line)).toEqual(Array.from({ length: 50_000 }, (_, at) => at + 1));
    expect(bytesRead).toBe(Buffer.byteLength(content));
  });
});
