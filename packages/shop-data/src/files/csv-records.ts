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
    const { records, end, error } = parseBlock(withoutFormulas(block, delimiter), position, delimiter);
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
    parse(block, {
      bom: start.bytes === 0,
      delimiter,
      max_record_size: mostRecordBytes,
      on_record: onRecord,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
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
