import { createReadStream } from 'node:fs';
import { type CsvError, type Parser, parse } from 'csv-parse';

/** A place between two lines of a file. */
export interface FilePosition {
  bytes: number;
  lines: number;
}

export interface CsvRecord {
  values: string[];
  /** Where it starts, from 1. */
  line: number;
  end: FilePosition;
}

/** Also how much a quote that is never closed can take with it before it is noticed. */
const mostRecordBytes = 256 * 1024;

/** Small, because all records of a read are in memory together: of short lines there are thousands. */
const readBytes = 64 * 1024;

/**
 * The records of a CSV file from `start` on, in one array for each read. Returns undefined at the end of the file, or the
 * error in the record that comes after the last one yielded.
 */
export async function* readCsvRecords(
  file: string,
  start: FilePosition,
): AsyncGenerator<CsvRecord[], Error | undefined> {
  const found: CsvRecord[] = [];
  const parser = createParser(start, (record) => found.push(record));
  const stream = createReadStream(file, { start: start.bytes, highWaterMark: readBytes });
  try {
    for await (const chunk of stream) {
      const error = await settle((done) => parser.write(chunk, done));
      yield found.splice(0);
      if (error) return error;
    }
    const error = await settle((done) => parser.end(done));
    yield found.splice(0);
    return error;
  } finally {
    stream.destroy();
    parser.destroy();
  }
}

// Records come through on_record and not out of the stream, which would drop those before an error.
function createParser(start: FilePosition, onRecord: (record: CsvRecord) => void): Parser {
  let { lines } = start;
  let overcounted = 0;
  const parser = parse({
    bom: true,
    max_record_size: mostRecordBytes,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (values: string[], info) => {
      const { breaks, windowsBreaks } = countBreaks(values, start.lines + info.lines - overcounted - lines);
      // csv-parse counts \r\n inside quotes as two lines.
      overcounted += windowsBreaks;
      lines = start.lines + info.lines - overcounted;
      onRecord({ values, line: lines - breaks, end: { bytes: start.bytes + info.bytes, lines } });
      return null;
    },
  });
  // They reach the callbacks of write and end as well.
  parser.on('error', () => {});
  return parser;
}

function countBreaks(values: readonly string[], linesPassed: number): { breaks: number; windowsBreaks: number } {
  if (linesPassed <= 1) return { breaks: 0, windowsBreaks: 0 };
  const all = values.join(' ');
  return { breaks: all.split('\n').length - 1, windowsBreaks: all.split('\r\n').length - 1 };
}

function settle(start: (done: (error?: Error | null) => void) => void): Promise<Error | undefined> {
  return new Promise((resolve) => start((error) => resolve(error ?? undefined)));
}

const reasons: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote inside a value: put the value in quotes and double those in it',
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote: double the quotes inside a quoted value',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_MAX_RECORD_SIZE: `longer than ${mostRecordBytes / 1024} KiB, or a quote is not closed`,
};

/** What is wrong with a record, without csv-parse's position, which is that of where it noticed. */
export function describeCsvError(error: Error): string {
  return reasons[codeOf(error)] ?? 'not valid CSV';
}

function codeOf(error: Error & Partial<Pick<CsvError, 'code'>>): string {
  return error.code ?? '';
}
