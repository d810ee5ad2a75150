import { extname } from 'node:path';
import type { ImportChunk, NamedColumns } from '../entry.ts';
import type { CellOptions } from './cell-text.ts';
import { ImportFileError } from './import-file-error.ts';
import { readCsv } from './read-csv.ts';
import { readNdjson } from './read-ndjson.ts';

/** Streams a UTF-8 file in the format of its extension. Throws ImportFileError for another extension. Messages use `name`. */
export function readEntries(
  file: string,
  columns: NamedColumns,
  { delimiter = ',', name = file, currency }: CellOptions & { name?: string } = {},
): AsyncGenerator<ImportChunk> {
  switch (extname(file).toLowerCase()) {
    case '.csv':
    case '.tsv':
    case '.txt':
      return readCsv(file, columns, { delimiter, name, currency });
    case '.ndjson':
    case '.jsonl':
      return readNdjson(file, columns, { currency });
    default:
      throw new ImportFileError(`${name} is neither .csv nor .ndjson (nor .tsv, .txt or .jsonl)`, {
        hint: 'rename it with the extension of its format',
      });
  }
}
