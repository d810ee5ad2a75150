import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  type Fault,
  isSpace,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from './json-grammar.ts';
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

/** As `sliceMembers`, for one name; undefined when there is no such member. */
export function sliceMember(text: string, name: string): string | undefined {
  return sliceMembers(text, [name]).get(name);
}

/**
 * By name, the raw text of the value of the last top-level member with that name (JSON.parse keeps the same one). Empty when the
 * text is not an object. The text must be valid JSON; it is read once. Names are compared unescaped.
 */
export function sliceMembers(text: string, names: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>();
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== openBrace) return found;
  const wanted = new Set(names);
  at = skipSpace(text, at + 1);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipValidString(text, at);
    const name = memberName(text.slice(at, nameEnd));
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const valueEnd = skipValidValue(text, valueStart);
    if (wanted.has(name)) found.set(name, text.slice(valueStart, valueEnd));
    at = skipSpace(text, valueEnd);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return found;
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

/** The unescaped name of a member, from its quoted form. */
export function memberName(rawName: string): string {
  return rawName.includes('\\') ? JSON.parse(rawName) : rawName.slice(1, -1);
}

function skipValidValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return skipValidString(text, start);
  if (first !== openBrace && first !== openBracket) return skipValidWord(text, start);
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = skipValidString(text, at);
      continue;
    }
    if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) depth -= 1;
    at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}

function skipValidString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

/** A number, true, false or null. */
function skipValidWord(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === comma || code === closeBrace || isSpace(code)) break;
    at += 1;
  }
  return at;
}
