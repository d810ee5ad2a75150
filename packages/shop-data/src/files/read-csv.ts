import { withoutInvisible } from '@callside/schemas';
import type { ImportChunk, ImportEntry, NamedColumns } from '../entry.ts';
import { type CellOptions, type CellReader, cellReaders } from './cell-text.ts';
import { type CsvHeader, readCsvHeader, toRecord } from './csv-header.ts';
import { type CsvRecord, describeCsvError, type FilePosition, readCsvRecords } from './csv-records.ts';
import { isExcelLine } from './detect-delimiter.ts';
import { ImportFileError } from './import-file-error.ts';
import { skipLine } from './skip-line.ts';

interface CsvOptions extends CellOptions {
  delimiter: string;
  /** Of the file, for messages. */
  name: string;
}

/**
 * Streams a CSV file with a header. After a line that cannot be parsed, parsing starts again at the next line, so that a missing
 * quote does not consume later rows. Throws ImportFileError when the header is wrong.
 */
export function readCsv(file: string, columns: NamedColumns, options: CsvOptions): AsyncGenerator<ImportChunk> {
  return new CsvReader(file, columns, options).read();
}

class CsvReader {
  readonly #file: string;
  readonly #columns: NamedColumns;
  readonly #options: CsvOptions;
  #header: CsvHeader | undefined;
  /** How the cells of each column of the header are read. */
  #cells: CellReader[] = [];
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

  #layout(header: CsvHeader): Layout {
    const needed = Math.max(1, ...this.#columns.required.map((name) => header.indexOf(name) + 1));
    return { header, needed, delimiter: this.#options.delimiter };
  }

  /** Adds the entries of the records up to a torn one, and returns what is wrong with that one. */
  #take(records: readonly CsvRecord[], entries: ImportEntry[]): string | undefined {
    for (const record of records) {
      if (this.#header === undefined) {
        if (isExcelLine(record.values) || record.values.every(isBlank)) continue;
        this.#header = readCsvHeader(record.values, this.#columns, this.#options.name);
        const readerOf = cellReaders(this.#columns, this.#options);
        this.#cells = this.#header.map((name) => readerOf(name ?? ''));
      } else if (isTorn(record, this.#layout(this.#header))) {
        return `a quote is not closed, or ${describeWidth(record, this.#header)}`;
      } else if (!record.values.every(isBlank)) {
        entries.push(toEntry(record, this.#header, this.#cells));
      }
      this.#position = record.end;
    }
    return undefined;
  }
}

function isBlank(value: string): boolean {
  return withoutInvisible(value).trim() === '';
}

/** What tells joined rows from one row. */
interface Layout {
  header: CsvHeader;
  /** The cells of a row up to the last required one. */
  needed: number;
  delimiter: string;
}

function noHeader(name: string, problem: string | undefined): ImportFileError {
  return new ImportFileError(`${name} ${problem === undefined ? 'is empty' : `has a broken first line: ${problem}`}`, {
    hint: 'it must name the columns',
  });
}

/**
 * A record of several lines with a wrong number of values that a missing quote probably made of several rows: the first line of the joined
 * value ends a row and its last line begins one, each with all cells that a row needs. Else only its last, empty cells are left out.
 */
function isTorn({ values, line, end }: CsvRecord, { header, needed, delimiter }: Layout): boolean {
  if (end.lines === line || values.length === header.length) return false;
  if (values.length > header.length) return hasMore(values, header);
  const at = values.findIndex((value) => value.includes('\n'));
  const lines = (values[at] ?? '').split('\n').map((text) => text.split(delimiter).length);
  const [first, last] = [at + (lines[0] ?? 0), (lines.at(-1) ?? 0) + values.length - at - 1];
  return [first, last].every((cells) => cells >= needed && cells <= header.length);
}

function hasMore(values: readonly string[], header: CsvHeader): boolean {
  return values.slice(header.length).some((value) => value !== '');
}

/** The last cells of a row may be left out when they are empty, and a row may have further empty ones. */
function toEntry(record: CsvRecord, header: CsvHeader, cells: readonly CellReader[]): ImportEntry {
  if (!hasMore(record.values, header)) return { line: record.line, record: toRecord(header, record.values, cells) };
  return { line: record.line, reason: describeWidth(record, header) };
}

function describeWidth({ values }: CsvRecord, header: CsvHeader): string {
  const found = values.length === 1 ? '1 value' : `${values.length} values`;
  return `${found} where the header names ${header.length} columns`;
}
