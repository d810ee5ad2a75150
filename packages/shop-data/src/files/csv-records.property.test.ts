import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CsvRecord, type FilePosition, readCsvRecords } from './csv-records.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'csv-records-'));
const file = path.join(directory, 'rows.csv');
afterAll(() => rmSync(directory, { recursive: true }));

const atStart = { bytes: 0, lines: 0 };

async function read(delimiter: string, start: FilePosition = atStart) {
  const records: CsvRecord[] = [];
  const reading = readCsvRecords(file, start, delimiter);
  for (;;) {
    const step = await reading.next();
    if (step.done) return { records, error: step.value };
    records.push(...step.value);
  }
}

const plainPieces = [
  'a',
  'bc',
  ',',
  ',',
  ';',
  '\t',
  ' ',
  '\n',
  '\n',
  '\r\n',
  'é',
  '\u00a0',
  '\f',
  '1',
  'x'.repeat(20_000),
];
const quotedPieces = [
  '"',
  '"\r"',
  '""',
  '"x, y"',
  '"q\r\nz"',
  '"a\nb"',
  ',"c"',
  ',"d ""e"""\n',
  `"${'y'.repeat(20_000)}\n"`,
];
const textOf = (pieces: string[], maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { maxLength, size: 'max' }).map((chosen) => chosen.join(''));
const plain = textOf(plainPieces, 60);
/** Whole lines without quotes, then anything. */
const text = fc
  .tuple(plain, textOf([...plainPieces, ...quotedPieces], 20))
  .map(([lines, rest]) => `phone,sku\n${lines}\n${rest}`);
const perhapsMarked = fc.tuple(fc.constantFrom('', '\ufeff'), text).map((parts) => parts.join(''));
const delimiter = fc.constantFrom(',', ';', '\t');

test('the records are those that csv-parse finds in the whole file, with and without quotes', async () => {
  await fc.assert(
    fc.asyncProperty(text, delimiter, async (content, separator) => {
      writeFileSync(file, content);
      const expected: string[][] = [];
      const parseAll = () =>
        parse(content, {
          delimiter: separator,
          max_record_size: 1024 * 1024,
          record_delimiter: ['\r\n', '\n'],
          relax_column_count: true,
          skip_empty_lines: true,
          trim: true,
          on_record: (values: string[]) => {
            expected.push(values);
            return null;
          },
        });
      let expectedError: unknown;
      try {
        parseAll();
      } catch (error) {
        expectedError = error;
      }
      const { records, error } = await read(separator);
      expect(records.map(({ values }) => values)).toEqual(expected);
      expect(codeOf(error)).toBe(codeOf(expectedError));
    }),
    { numRuns: 150 },
  );
});

test('reading from the end of any record returns the records that follow it', async () => {
  await fc.assert(
    fc.asyncProperty(perhapsMarked, delimiter, fc.nat(), async (content, separator, at) => {
      writeFileSync(file, content);
      const { records } = await read(separator);
      const index = at % records.length;
      const rest = await read(separator, records[index]?.end);
      expect(rest.records).toEqual(records.slice(index + 1));
    }),
    { numRuns: 150 },
  );
});

test('a record without quotes has the number of its line, also after records of several lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(3), plain, async (count, rest) => {
      const content = '"a\r\nb\r","c\n"\n'.repeat(count) + rest;
      writeFileSync(file, content);
      const records = (await read(',')).records.slice(count);
      const lines = content.split('\n');
      for (const { line, values } of records) {
        expect(lines[line - 1]?.split(',').map((value) => value.trimEnd().replace(/^[ \t\f\r]+/, ''))).toEqual(values);
      }
    }),
    { numRuns: 100 },
  );
});

test('a cell such as ="007" has the text in its quotes, and an equals sign inside quotes is kept', async () => {
  writeFileSync(file, 'sku,note\n="007","a\n="",b"\n"x,="",y",="7"" ring"\n7,=A3\n="8",=\n');
  const { records, error } = await read(',');
  expect(error).toBeUndefined();
  expect(records.map(({ line, values }) => [line, ...values])).toEqual([
    [1, 'sku', 'note'],
    [2, '007', 'a\n=",b'],
    [4, 'x,=",y', '7" ring'],
    [5, '7', '=A3'],
    [6, '8', '='],
  ]);
  expect((await read(',', records[0]?.end)).records).toEqual(records.slice(1));
});

test('a record may have up to 1 MiB, and the records around it are complete', async () => {
  const rows = Array.from({ length: 2000 }, (_, index) => `SKU${index},${10_000 + index}.50`);
  const long = `X1,"${'""'.repeat(1_040_000)}"`;
  for (const before of [1, 500, 1024, 1025, 4094]) {
    writeFileSync(file, ['a,b', ...Array(before).fill('p,1'), long, ...rows].join('\n'));
    const { records, error } = await read(',');
    expect(error).toBeUndefined();
    expect(records.slice(before + 2).map(({ values }) => values.join(','))).toEqual(rows);
    expect(records.at(-1)?.line).toBe(before + 2002);
  }
});

test('a record of more than 2 MiB is an error, even if most of it are spaces', async () => {
  writeFileSync(file, `a,b\n1,2\n1,${' '.repeat(2_400_000)}b\n3,4\n`);
  const { records, error } = await read(',');
  expect(records.map(({ values }) => values.join())).toEqual(['a,b', '1,2']);
  expect(codeOf(error)).toBe('CSV_MAX_RECORD_SIZE');
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
