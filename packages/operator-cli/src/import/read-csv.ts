import type { ImportChunk, ImportEntry, NamedColumns } from '@callside/shop-data';
import { OperatorError } from '../operator-error.ts';
import { type CsvHeader, readCsvHeader, toRecord } from './csv-header.ts';
import { type CsvRecord, describeCsvError, type FilePosition, readCsvRecords } from './csv-records.ts';
import { skipLine } from './skip-line.ts';

interface CsvOptions {
  delimiter: string;
  /** Of the file, for messages. */
  name: string;
}

/**
 * Streams a CSV file with a header. After a line that cannot be parsed, parsing starts again at the next line, so that a missing
 * quote does not consume later rows. Throws OperatorError when the header is wrong.
 */
export function readCsv(file: string, columns: NamedColumns, options: CsvOptions): AsyncGenerator<ImportChunk> {
  return new CsvReader(file, columns, options).read();
}

class CsvReader {
  readonly #file: string;
  readonly #columns: NamedColumns;
  readonly #options: CsvOptions;
  #header: CsvHeader | undefined;
  /** After the last record that was taken. */
  #position: FilePosition = { bytes: 0, lines: 0 };

  constructor(file: string, columns: NamedColumns, options: CsvOptions) {
    this.#file = file;
    this.#columns = columns;
    this.#options = options;
  }

  async *read(): AsyncGenerator<ImportChunk> {
    for (;;) {
      const problem = yield* this.#readUntilProblem();
      if (this.#header === undefined) throw noHeader(this.#options.name, problem);
      if (problem === undefined) return;
      const { line, end } = await skipLine(this.#file, this.#position);
      yield { entries: [{ line, reason: problem }], bytesRead: end.bytes };
      this.#position = end;
    }
  }

  /** Returns what is wrong with the next record; undefined at the end of the file. */
  async *#readUntilProblem(): AsyncGenerator<ImportChunk, string | undefined> {
    const reads = readCsvRecords(this.#file, this.#position, this.#options.delimiter);
    try {
      for (;;) {
        const step = await reads.next();
        if (step.done) return step.value && describeCsvError(step.value);
        const entries: ImportEntry[] = [];
        const problem = this.#take(step.value, entries);
        yield { entries, bytesRead: this.#position.bytes };
        if (problem !== undefined) return problem;
      }
    } finally {
      await reads.return(undefined);
    }
  }

  /** Adds the entries of the records up to a torn one, and returns what is wrong with that one. */
  #take(records: readonly CsvRecord[], entries: ImportEntry[]): string | undefined {
    for (const record of records) {
      if (this.#header === undefined) {
        this.#header = readCsvHeader(record.values, this.#columns, this.#options.name);
      } else if (isTorn(record, this.#header)) {
        return `a quote is not closed, or ${describeWidth(record, this.#header)}`;
      } else {
        entries.push(toEntry(record, this.#header));
      }
      this.#position = record.end;
    }
    return undefined;
  }
}

function noHeader(name: string, problem: string | undefined): OperatorError {
  return new OperatorError(`${name} ${problem === undefined ? 'is empty' : `has a broken first line: ${problem}`}`, {
    code: 'file',
    hint: 'it must name the columns',
  });
}

/** A record of several lines with a wrong number of values: probably a missing quote that joined rows. */
function isTorn({ values, line, end }: CsvRecord, header: CsvHeader): boolean {
  return end.lines > line && values.length !== header.length;
}

function toEntry(record: CsvRecord, header: CsvHeader): ImportEntry {
  if (record.values.length === header.length) return { line: record.line, record: toRecord(header, record.values) };
  return { line: record.line, reason: describeWidth(record, header) };
}

function describeWidth({ values }: CsvRecord, header: CsvHeader): string {
  const found = values.length === 1 ? '1 value' : `${values.length} values`;
  return `${found} where the header names ${header.length} columns`;
}
