import { createReadStream } from 'node:fs';
import type { FilePosition } from './csv-records.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Skips to the end of the next line that is not empty; `line` is its number, from 1. */
export async function skipLine(file: string, start: FilePosition): Promise<{ line: number; end: FilePosition }> {
  let { bytes, lines } = start;
  let isEmpty = true;
  for await (const chunk of createReadStream(file, { start: bytes })) {
    for (const byte of chunk) {
      bytes += 1;
      if (byte !== newline) {
        isEmpty &&= byte === carriageReturn;
        continue;
      }
      lines += 1;
      if (!isEmpty) return { line: lines, end: { bytes, lines } };
    }
  }
  return { line: lines + 1, end: { bytes, lines: lines + 1 } };
}
