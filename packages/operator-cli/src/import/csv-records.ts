import { createReadStream } from 'node:fs';
import { type CsvError, type Parser, parse } from 'csv-parse';

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
const mostRecordBytes = 256 * 1024;

/** Small: all records of one read are in memory together, and PostgreSQL waits while they are parsed. */
const readBytes = 16 * 1024;

/**
 * Reads the records of a CSV file from `start` on, one array per read. Returns undefined at the end of the file, or the error of
 * the record after the last yielded one.
 */
export async function* readCsvRecords(
  file: string,
  start: FilePosition,
  delimiter: string,
): AsyncGenerator<CsvRecord[], Error | undefined> {
  const found: CsvRecord[] = [];
  const parser = createParser(start, delimiter, (record) => found.push(record));
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

// Uses on_record, because the stream would drop the records before an error.
function createParser(start: FilePosition, delimiter: string, onRecord: (record: CsvRecord) => void): Parser {
  let { lines } = start;
  let overcounted = 0;
  const parser = parse({
    bom: true,
    delimiter,
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
  // Errors also reach the callbacks of write and end.
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

/** The reason of a CSV error, without csv-parse's position, which is where it detected the error. */
export function describeCsvError(error: Error): string {
  return reasons[codeOf(error)] ?? 'not valid CSV';
}

function codeOf(error: Error & Partial<Pick<CsvError, 'code'>>): string {
  return error.code ?? '';
}
