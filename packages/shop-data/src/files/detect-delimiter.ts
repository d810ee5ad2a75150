import { parse } from 'csv-parse/sync';
import { columnName } from './column-names.ts';
import { type Delimiter, delimiters } from './source-options.ts';

/** Excel reads its delimiter from a first line `sep=;`, and hides that line. */
const excelLine = /^sep=(.?)$/i;

/** Whether a first record is that line. */
export function isExcelLine(values: readonly string[]): boolean {
  return (
    values.length <= 2 && values.slice(1).every((value) => value === '') && excelLine.test(columnName(values[0] ?? ''))
  );
}

/**
 * The delimiter of a CSV file by its first line: the one that finds the most of the known column names, then the most columns.
 * A comma when no other delimiter finds more.
 */
export function detectDelimiter(sent: string, knownNames: ReadonlySet<string>): Delimiter {
  // Rows of separators before the header are empty.
  const start = sent.replace(/^\uFEFF*sep=.\r?\n/i, '').replace(/^\uFEFF*(?:[\t ,;|]*\r?\n)+/, '');
  const scored = Object.values(delimiters).map((delimiter) => {
    const names = readFirstLine(start, delimiter);
    return { delimiter, known: names.filter((name) => knownNames.has(name)).length, columns: names.length };
  });
  scored.sort((one, other) => other.known - one.known || other.columns - one.columns);
  return scored[0]?.delimiter ?? ',';
}

function readFirstLine(start: string, delimiter: Delimiter): string[] {
  try {
    const [first = []] = parse(start, {
      bom: true,
      delimiter,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      to: 1,
    }) as string[][];
    return first.map((name) => columnName(name).toLowerCase());
  } catch {
    return [];
  }
}
