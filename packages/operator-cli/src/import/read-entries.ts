import { extname } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { ImportChunk, ImportColumns } from './entry.ts';
import { readCsv } from './read-csv.ts';
import { readNdjson } from './read-ndjson.ts';

/** Streams a file in the format of its extension. Throws OperatorError for another extension. */
export function readEntries(file: string, columns: ImportColumns): AsyncGenerator<ImportChunk> {
  switch (extname(file).toLowerCase()) {
    case '.csv':
      return readCsv(file, columns);
    case '.ndjson':
    case '.jsonl':
      return readNdjson(file);
    default:
      throw new OperatorError(`${file} is neither .csv nor .ndjson (or .jsonl)`, {
        code: 'file',
        hint: 'rename it to what it is',
      });
  }
}
