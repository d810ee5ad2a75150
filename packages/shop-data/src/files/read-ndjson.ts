import { createReadStream } from 'node:fs';
import type { ImportChunk, ImportEntry, NamedColumns } from '../entry.ts';
import { type CellOptions, type CellReader, cellReaders } from './cell-text.ts';
import { columnName, columnNaming, knownColumn } from './column-names.ts';

const mostLineCharacters = 1024 * 1024;
const readBytes = 64 * 1024;

/** How the members of an object are named and read. */
interface MemberReader {
  nameOf: (member: string) => string | undefined;
  readerOf: (column: string) => CellReader;
  /** The columns that an object may name only once. */
  used: ReadonlySet<string>;
}

/** Streams a file with one JSON object a line. Ignores blank lines and empty objects. Members are named and read as the columns of a CSV file. */
export async function* readNdjson(
  file: string,
  columns: NamedColumns,
  { currency }: CellOptions,
): AsyncGenerator<ImportChunk> {
  let line = 0;
  let bytesRead = 0;
  let rest = '';
  let isTooLong = false;
  // Decoded here, because a stream with an encoding does not report the number of bytes.
  const decoder = new TextDecoder();

  const mapped = new Map(
    [...(columns.map ?? [])].map(
      ([column, source]) => [columnName(source).toLowerCase(), knownColumn(column, columns)] as const,
    ),
  );
  const members = {
    nameOf: columnNaming(columns, mapped),
    readerOf: cellReaders(columns, { currency }),
    used: new Set([...columns.required, ...columns.optional, ...mapped.values()]),
  };
  const takeLine = (text: string): ImportEntry[] => {
    line += 1;
    if (isTooLong || text.length > mostLineCharacters) {
      isTooLong = false;
      return [{ line, reason: `longer than ${mostLineCharacters} characters` }];
    }
    return text.trim() === '' ? [] : parseLine(text, line, members);
  };

  for await (const chunk of createReadStream(file, { highWaterMark: readBytes })) {
    bytesRead += chunk.length;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const entries = lines.flatMap(takeLine);
    if (rest.length > mostLineCharacters) {
      isTooLong = true;
      rest = '';
    }
    yield { entries, bytesRead };
  }
  rest += decoder.decode();
  if (rest !== '' || isTooLong) yield { entries: takeLine(rest), bytesRead };
}

/** None for an object without a value, as an empty row of a CSV file. */
function parseLine(text: string, line: number, { nameOf, readerOf, used }: MemberReader): ImportEntry[] {
  let value: unknown;
  try {
    // A byte order mark that is not the first is white space for trim, and none for JSON.
    value = JSON.parse(text.trim());
  } catch {
    return [{ line, reason: 'not valid JSON' }];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ line, reason: 'not a JSON object' }];
  const items = new Map<string, unknown>();
  for (const [member, item] of Object.entries(value)) {
    const name = item === null ? undefined : nameOf(columnName(member));
    if (name === undefined) continue;
    if (items.has(name) && used.has(name)) return [{ line, reason: `names ${JSON.stringify(name)} twice` }];
    // Of other members that are there twice, the first counts.
    if (!items.has(name)) items.set(name, typeof item === 'string' ? readerOf(name)(item) : item);
  }
  const isEmpty = [...items.values()].every((item) => typeof item === 'string' && item.trim() === '');
  return isEmpty ? [] : [{ line, record: Object.fromEntries(items) }];
}
