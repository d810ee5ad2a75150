import type { Fault } from './json-grammar.ts';
import { JsonFault, JsonScanner } from './json-scanner.ts';

/** Where a text is not JSON, and why. */
export interface JsonError extends Fault {
  /** From 1; lines end with LF, CR or CR LF. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The first violation of the grammar of RFC 8259; undefined when JSON.parse accepts the text. Any depth of nesting. */
export function findJsonError(text: string): JsonError | undefined {
  try {
    for (const _pause of new JsonScanner(text).skipText());
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return locateFault(text, error.fault);
    throw error;
  }
}

/** A fault with its line and column. */
export function locateFault(text: string, fault: Fault): JsonError {
  return { ...fault, ...positionOf(text, fault.offset) };
}

/** Lines end with LF, CR or CR LF. */
function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== lineFeed && code !== carriageReturn) continue;
    if (code === carriageReturn && at + 1 < offset && text.charCodeAt(at + 1) === lineFeed) at += 1;
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
