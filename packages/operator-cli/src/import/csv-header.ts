import { OperatorError } from '../operator-error.ts';
import type { ImportColumns, ImportRecord } from './entry.ts';

/** The column names of a file, in order; undefined for an ignored column. */
export type CsvHeader = readonly (string | undefined)[];

/** Matches known columns in any case. Throws OperatorError when one is missing or duplicate. */
export function readCsvHeader(
  names: readonly string[],
  { required, optional }: ImportColumns,
  file: string,
): CsvHeader {
  const known = new Map([...required, ...optional].map((name) => [name.toLowerCase(), name]));
  const header = names.map((name) => (name === '' ? undefined : (known.get(name.toLowerCase()) ?? name)));
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    throw new OperatorError(`${file} lacks the column ${missing.join(', ')}`, {
      code: 'file',
      hint:
        `its first line must name the columns, separated by commas: ${required.join(', ')}` +
        (optional.length === 0 ? '' : ` and perhaps ${optional.join(', ')}`),
    });
  }
  const twice = header.find((name, at) => name !== undefined && header.indexOf(name) !== at);
  if (twice !== undefined)
    throw new OperatorError(`${file} names the column ${JSON.stringify(twice)} twice`, {
      code: 'file',
      hint: 'rename or remove one',
    });
  return header;
}

export function toRecord(header: CsvHeader, values: readonly string[]): ImportRecord {
  const pairs: [string, string][] = [];
  for (const [at, name] of header.entries()) {
    const value = values[at];
    if (name !== undefined && value !== undefined && value !== '') pairs.push([name, value]);
  }
  // Makes every name an own property, also `__proto__`.
  return Object.fromEntries(pairs);
}
