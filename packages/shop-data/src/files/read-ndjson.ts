import { createReadStream } from 'node:fs';
import type { ImportChunk, ImportEntry, NamedColumns } from '../entry.ts';
import { columnNaming, knownColumn } from './column-names.ts';

const mostLineCharacters = 1024 * 1024;
const readBytes = 64 * 1024;

/** Streams a file with one JSON object a line. Ignores blank lines. Members are named as the columns of a CSV file. */
export async function* readNdjson(file: string, columns: NamedColumns): AsyncGenerator<ImportChunk> {
  let line = 0;
  let bytesRead = 0;
  let rest = '';
  let isTooLong = false;
  // Decoded here, because a stream with an encoding does not report the number of bytes.
  const decoder = new TextDecoder();

  const mapped = [...(columns.map ?? [])].map(
    ([column, source]) => [source.toLowerCase(), knownColumn(column, columns)] as const,
  );
  const nameOf = columnNaming(columns, new Map(mapped));
  const takeLine = (text: string): ImportEntry[] => {
    line += 1;
    if (isTooLong || text.length > mostLineCharacters) {
      isTooLong = false;
      return [{ line, reason: `longer than ${mostLineCharacters} characters` }];
    }
    return text.trim() === '' ? [] : [parseLine(text, line, nameOf)];
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

function parseLine(text: string, line: number, nameOf: (name: string) => string | undefined): ImportEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, reason: 'not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { line, reason: 'not a JSON object' };
  const items = new Map<string, unknown>();
  for (const [member, item] of Object.entries(value)) {
    const name = item === null ? undefined : nameOf(member);
    if (name === undefined) continue;
    if (items.has(name)) return { line, reason: `names ${JSON.stringify(name)} twice` };
    items.set(name, item);
  }
  return { line, record: Object.fromEntries(items) };
}
