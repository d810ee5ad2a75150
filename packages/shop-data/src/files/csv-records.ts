import { createReadStream } from 'node:fs';
import { type CsvError, type Info, parse } from 'csv-parse/sync';

/** A position between two lines of a file. */
export interface FilePosition {
  bytes: number;
  lines: number;
}

export interface CsvRecord {
  values: string[];
  /** The number of its first line, from 1. */
  line: number;
  end: FilePosition;
}

/** Also limits how much text an unclosed quote can include before it is detected. */
const mostRecordBytes = 1024 * 1024;

/** Small: all records of one read are in memory together, and PostgreSQL waits while they are parsed. */
const readBytes = 16 * 1024;

const newline = 0x0a;
const space = 0x20;
const quote = 0x22;
const equalsSign = 0x3d;

/**
 * Reads the records of a CSV file from `start` on, one array per read. Returns undefined at the end of the file, or the error of
 * the record after the last yielded one.
 */
export async function* readCsvRecords(
  file: string,
  start: FilePosition,
  delimiter: string,
): AsyncGenerator<CsvRecord[], Error | undefined> {
  let position = start;
  for await (const { bytes: block, isCut } of readBlocks(file, start.bytes)) {
    const bytes = withoutFormulas(block, delimiter);
    const { records, end, error } =
      (isSplittable(bytes, position) ? splitBlock(bytes, position, delimiter) : null) ??
      parseBlock(bytes, position, delimiter);
    if (isCut && error === undefined) records.pop();
    yield records;
    if (error) return error;
    if (isCut) return Object.assign(new Error('a record is too long'), { code: 'CSV_MAX_RECORD_SIZE' });
    position = end;
  }
  return undefined;
}

/**
 * The block with ` "007"` for `="007"`, as spreadsheets write the text 007: CSV has no quote inside a value. The space is trimmed, and every
 * position stays.
 */
function withoutFormulas(block: Buffer, delimiter: string): Buffer {
  if (!block.includes('="')) return block;
  const plain = Buffer.from(block);
  const before = [undefined, newline, delimiter.charCodeAt(0)];
  let isQuoted = false;
  for (let at = block.indexOf(quote); at !== -1; at = block.indexOf(quote, at + 1)) {
    if (!isQuoted && block[at - 1] === equalsSign && before.includes(block[at - 2])) plain[at - 1] = space;
    isQuoted = !isQuoted;
  }
  return plain;
}

interface ParsedBlock {
  records: CsvRecord[];
  end: FilePosition;
  error?: Error | undefined;
}

/** `isCut`: the last record is too long and is not complete. Otherwise the block ends where a record ends. */
interface Block {
  bytes: Buffer;
  isCut: boolean;
}

async function* readBlocks(file: string, start: number): AsyncGenerator<Block> {
  let rest: Buffer = Buffer.alloc(0);
  let isQuoted = false;
  for await (const chunk of createReadStream(file, { start, highWaterMark: readBytes })) {
    const scan = scanRecords(chunk, isQuoted);
    isQuoted = scan.isQuoted;
    const recordEnd = scan.end === 0 ? 0 : rest.length + scan.end;
    rest = Buffer.concat([rest, chunk]);
    const isCut = recordEnd === 0 && rest.length > 2 * mostRecordBytes;
    const end = isCut ? rest.length : recordEnd;
    if (end === 0) continue;
    yield { bytes: rest.subarray(0, end), isCut };
    rest = rest.subarray(end);
  }
  if (rest.length > 0) yield { bytes: rest, isCut: false };
}

/** `end`: the position after the last line break that is not inside quotes; 0: there is none. `isQuoted`: a quote is open at the end. */
function scanRecords(chunk: Buffer, startsQuoted: boolean): { end: number; isQuoted: boolean } {
  let end = 0;
  let isQuoted = startsQuoted;
  for (let from = 0; ; ) {
    const next = chunk.indexOf(quote, from);
    const until = next === -1 ? chunk.length : next;
    if (!isQuoted && until > from) {
      const lineEnd = chunk.subarray(from, until).lastIndexOf(newline);
      if (lineEnd !== -1) end = from + lineEnd + 1;
    }
    if (next === -1) return { end, isQuoted };
    isQuoted = !isQuoted;
    from = next + 1;
  }
}

/** Whether the block has no record that is too long, and no byte order mark. */
function isSplittable(block: Buffer, { bytes }: FilePosition): boolean {
  return bytes > 0 && block.length <= mostRecordBytes;
}

/**
 * Splits the lines without quotes like csv-parse, in a seventh of its time. The records with quotes are parsed by csv-parse, in one call.
 * Null when one of them has an error, or when csv-parse finds another number of records in them.
 */
function splitBlock(block: Buffer, start: FilePosition, delimiter: string): ParsedBlock | null {
  const records: CsvRecord[] = [];
  const quoted: { record: CsvRecord; bytes: Buffer }[] = [];
  let { lines } = start;
  for (let from = 0; from < block.length; ) {
    const { to, lineCount, hasQuotes } = findRecordEnd(block, from);
    const record = {
      values: [] as string[],
      line: lines + 1,
      end: { bytes: start.bytes + to, lines: lines + lineCount },
    };
    const bytes = block.subarray(from, to);
    lines += lineCount;
    from = to;
    if (hasQuotes) quoted.push({ record, bytes });
    else {
      const line = bytes.toString('utf8', 0, bytes.at(-1) === newline ? bytes.length - 1 : bytes.length);
      const values = line.split(delimiter);
      for (let at = 0; at < values.length; at += 1) values[at] = trim(values[at] as string);
      if (values.length === 1 && values[0] === '' && line.replace(asciiSpaces, '') === '') continue;
      record.values = values;
    }
    records.push(record);
  }
  if (!fillIn(quoted, delimiter)) return null;
  return { records, end: { bytes: start.bytes + block.length, lines } };
}

/** `to`: after the first line break that is not inside quotes, or the end of the block. */
function findRecordEnd(block: Buffer, from: number): { to: number; lineCount: number; hasQuotes: boolean } {
  let [at, lineCount, quotes] = [from, 0, 0];
  for (;;) {
    const lineEnd = block.indexOf(newline, at);
    const to = lineEnd === -1 ? block.length : lineEnd + 1;
    quotes += countBytes(block.subarray(at, to), quote);
    lineCount += 1;
    if (quotes % 2 === 0 || to === block.length) return { to, lineCount, hasQuotes: quotes > 0 };
    at = to;
  }
}

/** Parses each record's bytes into its values. False, with no values, when csv-parse finds other records or an error. */
function fillIn(quoted: readonly { record: CsvRecord; bytes: Buffer }[], delimiter: string): boolean {
  if (quoted.length === 0) return true;
  try {
    const parsed: string[][] = parse(Buffer.concat(quoted.map(({ bytes }) => bytes)), { ...csvOptions, delimiter });
    if (parsed.length !== quoted.length) return false;
    for (const [index, { record }] of quoted.entries()) record.values = parsed[index] as string[];
    return true;
  } catch {
    return false;
  }
}

function countBytes(bytes: Buffer, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) count += 1;
  return count;
}

/** Like csv-parse, trims only ASCII white space at the start. */
function trim(value: string): string {
  const first = value.charCodeAt(0);
  const last = value.charCodeAt(value.length - 1);
  return first > space && last > space && last < afterAscii ? value : value.trimEnd().replace(asciiSpaces, '');
}

const afterAscii = 0x80;
const asciiSpaces = /^[ \t\f\r]*/;

const csvOptions = {
  max_record_size: mostRecordBytes,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
};

/** Parses with csv-parse. Uses on_record, because the records before an error would be lost. */
function parseBlock(block: Buffer, start: FilePosition, delimiter: string): ParsedBlock {
  const records: CsvRecord[] = [];
  let { lines } = start;
  let passed = 0;
  const onRecord = (values: string[], { bytes }: Info) => {
    // Not csv-parse's count of lines, to which it adds every carriage return.
    lines += countLines(block.subarray(passed, bytes));
    passed = bytes;
    const breaks = values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
    records.push({ values, line: lines - breaks, end: { bytes: start.bytes + bytes, lines } });
    return null;
  };
  try {
    parse(block, { ...csvOptions, bom: start.bytes === 0, delimiter, on_record: onRecord });
  } catch (error) {
    return { records, end: start, error: error as Error };
  }
  return { records, end: { bytes: start.bytes + block.length, lines: start.lines + countLines(block) } };
}

/** A last line without a line break counts too. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; count += 1) {
    const lineEnd = bytes.indexOf(newline, at);
    at = lineEnd === -1 ? bytes.length : lineEnd + 1;
  }
  return count;
}

const reasons: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote inside a value: put the value in quotes and double those in it',
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote: double the quotes inside a quoted value',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_MAX_RECORD_SIZE: `longer than ${mostRecordBytes / 1024} KiB, or a quote is not closed`,
};

/** The reason of a CSV error, without csv-parse's position, which is where it detected the error. */
export function describeCsvError(error: Error): string {
  return reasons[codeOf(error)] ?? 'not valid CSV';
}

function codeOf(error: Error & Partial<Pick<CsvError, 'code'>>): string {
  return error.code ?? '';
}
