import type { ImportChunk, ImportEntry, NamedColumns } from '@callside/shop-data';
import { OperatorError } from '../operator-error.ts';
import { type CsvHeader, readCsvHeader, toRecord } from './csv-header.ts';
import { type CsvRecord, describeCsvError, type FilePosition, readCsvRecords } from './csv-records.ts';
import { skipLine } from './skip-line.ts';

/**
 * Streams a CSV file with a header. After a line that cannot be parsed, parsing starts again at the next line, so that a missing
 * quote does not consume later rows. Throws OperatorError when the header is wrong.
 */
export async function* readCsv(
  file: string,
  columns: NamedColumns,
  { delimiter, name }: { delimiter: string; name: string },
): AsyncGenerator<ImportChunk> {
  let position: FilePosition = { bytes: 0, lines: 0 };
  let header: CsvHeader | undefined;
  for (;;) {
    const records = readCsvRecords(file, position, delimiter);
    let problem: string | undefined;
    for (;;) {
      const step = await records.next();
      if (step.done) {
        problem ??= step.value && describeCsvError(step.value);
        break;
      }
      const entries: ImportEntry[] = [];
      for (const record of step.value) {
        if (header === undefined) header = readCsvHeader(record.values, columns, name);
        else if (isTorn(record, header)) problem = `a quote is not closed, or ${describeWidth(record, header)}`;
        else entries.push(toEntry(record, header));
        if (problem !== undefined) break;
        position = record.end;
      }
      yield { entries, bytesRead: position.bytes };
      if (problem !== undefined) break;
    }
    await records.return(undefined);
    if (header === undefined)
      throw new OperatorError(`${name} ${problem === undefined ? 'is empty' : `has a broken first line: ${problem}`}`, {
        code: 'file',
        hint: 'it must name the columns',
      });
    if (problem === undefined) return;
    const { line, end } = await skipLine(file, position);
    yield { entries: [{ line, reason: problem }], bytesRead: end.bytes };
    position = end;
  }
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
