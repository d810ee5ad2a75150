import type { ImportRecord, NamedColumns } from '../entry.ts';
import type { CellReader } from './cell-text.ts';
import { columnName, columnNaming, knownColumn } from './column-names.ts';
import { ImportFileError } from './import-file-error.ts';
import { endsInCarriageReturns } from './refuse-other-files.ts';

/** The column names of a file, in order; undefined for an ignored column. */
export type CsvHeader = readonly (string | undefined)[];

const mostNamed = 30;

/** Matches known columns in any case. Throws ImportFileError when one is missing or duplicate. */
export function readCsvHeader(cells: readonly string[], columns: NamedColumns, file: string): CsvHeader {
  const { required } = columns;
  // A lone carriage return ends no line, so the first line would be the whole file.
  if (cells.some((cell) => /\r[^\n]/.test(cell))) throw endsInCarriageReturns(file);
  const names = cells.map(columnName);
  const mapped = readMap(names, columns, file);
  const nameOf = columnNaming(columns, mapped);
  const header = names.map((name) => (name === '' ? undefined : nameOf(name)));
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0) throw missingColumns(names, columns, { file, missing });
  const used = new Set([...required, ...columns.optional, ...mapped.values()]);
  const isAgain = (name: string | undefined, at: number) => name !== undefined && header.indexOf(name) !== at;
  const twice = header.find((name, at) => isAgain(name, at) && used.has(name ?? ''));
  if (twice !== undefined)
    throw new ImportFileError(`${file} names the column ${JSON.stringify(twice)} twice`, {
      hint: 'rename or remove one',
    });
  // Of other columns that are there twice, the first counts.
  return header.map((name, at) => (isAgain(name, at) ? undefined : name));
}

/** Throws ImportFileError when the map names a column for one that the import does not have. */
export function requireKnownColumns({ required, optional, isComplete, map }: NamedColumns): void {
  if (!isComplete) return;
  const known = [...required, ...optional];
  const unknown = [...(map?.keys() ?? [])].find((column) => !known.includes(column.toLowerCase()));
  if (unknown === undefined) return;
  throw new ImportFileError(`the map names a column for ${unknown}, which this import does not have`, {
    code: 'usage',
    hint: `its columns are ${list(known)}`,
  });
}

/** The known column by the file's column, in lower case. */
function readMap(names: readonly string[], columns: NamedColumns, file: string): Map<string, string> {
  const present = new Set(names.map((name) => name.toLowerCase()));
  const mapped = new Map<string, string>();
  for (const [column, given] of columns.map ?? []) {
    const source = columnName(given);
    if (!present.has(source.toLowerCase())) {
      throw new ImportFileError(`${file} lacks the column ${source} that the map names for ${column}`, {
        hint: `its columns are ${list(names)}`,
      });
    }
    if (mapped.has(source.toLowerCase())) {
      throw new ImportFileError(`the map names the column ${source} twice`, {
        code: 'usage',
        hint: 'a column has one meaning',
      });
    }
    mapped.set(source.toLowerCase(), knownColumn(column, columns));
  }
  return mapped;
}

function missingColumns(
  names: readonly string[],
  { required, optional }: NamedColumns,
  { file, missing }: { file: string; missing: readonly string[] },
): ImportFileError {
  return new ImportFileError(`${file} lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`, {
    hint:
      `its first line must name the columns: ${required.join(', ')}` +
      (optional.length === 0 ? '' : ` and optionally ${optional.join(', ')}`) +
      `; it names ${list(names)}`,
    option: `--map ${missing[0]}=NAME reads a column of another name`,
  });
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

/**
 * A record without the properties of Object, so that every name is an own one, also `__proto__`. V8 keeps a hash table for each object of
 * `Object.create(null)`, and takes four times as long to fill it.
 */
class NullRecord {
  [name: string]: string;
}
Object.setPrototypeOf(NullRecord.prototype, null);

/** `cells`: how the values of each column are read. */
export function toRecord(header: CsvHeader, values: readonly string[], cells: readonly CellReader[]): ImportRecord {
  const record = new NullRecord();
  for (let at = 0; at < header.length; at += 1) {
    const [name, value] = [header[at], values[at]];
    if (name === undefined || value === undefined || value === '') continue;
    const text = cells[at]?.(value) ?? value;
    if (text !== '') record[name] = text;
  }
  return record;
}
