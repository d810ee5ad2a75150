import { createReadStream } from 'node:fs';
import type { ColumnMap, ImportChunk, ImportEntry } from '@callside/shop-data';

const mostLineCharacters = 1024 * 1024;
const readBytes = 64 * 1024;

/** Streams a file with one JSON object a line. Ignores blank lines. `map` names columns as for a CSV file, in the same case. */
export async function* readNdjson(file: string, map: ColumnMap = new Map()): AsyncGenerator<ImportChunk> {
  let line = 0;
  let bytesRead = 0;
  let rest = '';
  let isTooLong = false;
  // Decoded here, because a stream with an encoding does not report the number of bytes.
  const decoder = new TextDecoder();

  const columns = new Map([...map].map(([column, source]) => [source, column]));
  const takeLine = (text: string): ImportEntry[] => {
    line += 1;
    if (isTooLong || text.length > mostLineCharacters) {
      isTooLong = false;
      return [{ line, reason: `longer than ${mostLineCharacters} characters` }];
    }
    return text.trim() === '' ? [] : [parseLine(text, line, columns)];
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

function parseLine(text: string, line: number, columns: ReadonlyMap<string, string>): ImportEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, reason: 'not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { line, reason: 'not a JSON object' };
  const items = Object.entries(value).filter(([, item]) => item !== null);
  if (columns.size === 0) return { line, record: Object.fromEntries(items) };
  const targets = new Set(columns.values());
  const kept = items.filter(([name]) => columns.has(name) || !targets.has(name));
  return { line, record: Object.fromEntries(kept.map(([name, item]) => [columns.get(name) ?? name, item])) };
}
