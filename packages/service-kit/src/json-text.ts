export interface JsonError {
  /** UTF-16 code units before the offending character. */
  offset: number;
  /** From 1; lines end with LF, CR or CR LF. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  /** A fixed phrase, never a piece of the text. */
  reason: JsonErrorReason;
}

export type JsonErrorReason =
  | 'unexpected character'
  | 'unexpected end of text'
  | 'invalid escape'
  | 'control character in string';

type Fault = { offset: number; reason: JsonErrorReason };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;

/** Where a text breaks the grammar of RFC 8259; undefined when JSON.parse takes it. Any depth of nesting. */
export function findJsonError(text: string): JsonError | undefined {
  const fault = findFault(text);
  return fault && { ...fault, ...positionOf(text, fault.offset) };
}

/**
 * The raw text of the value of the last top-level member of that name (the one that JSON.parse keeps); undefined when
 * there is none or the text is no object. The text must be valid JSON. Names are compared unescaped.
 */
export function sliceMember(text: string, name: string): string | undefined {
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== openBrace) return undefined;
  at = skipSpace(text, at + 1);
  let found: string | undefined;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipValidString(text, at);
    const isWanted = isNamed(text.slice(at, nameEnd), name);
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const valueEnd = skipValidValue(text, valueStart);
    if (isWanted) found = text.slice(valueStart, valueEnd);
    at = skipSpace(text, valueEnd);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return found;
}

function findFault(text: string): Fault | undefined {
  // The open brackets, innermost last: a stack of our own, since the nesting may be deeper than the call stack.
  const open: number[] = [];
  let at = 0;

  for (;;) {
    at = skipSpace(text, at);
    const start = text.charCodeAt(at);

    if (start === openBrace || start === openBracket) {
      const afterOpening = skipSpace(text, at + 1);
      const isEmpty = text.charCodeAt(afterOpening) === (start === openBrace ? closeBrace : closeBracket);
      if (!isEmpty) {
        open.push(start);
        at = afterOpening;
        if (start === openBrace) {
          const member = scanMemberName(text, at);
          if (typeof member !== 'number') return member;
          at = member;
        }
        continue;
      }
      at = afterOpening + 1;
    } else {
      const scalar = scanScalar(text, at);
      if (typeof scalar !== 'number') return scalar;
      at = scalar;
    }

    for (;;) {
      at = skipSpace(text, at);
      const container = open.at(-1);
      if (container === undefined) return at === text.length ? undefined : unexpected(text, at);
      const code = text.charCodeAt(at);
      if (code === comma) {
        at += 1;
        if (container === openBrace) {
          const member = scanMemberName(text, skipSpace(text, at));
          if (typeof member !== 'number') return member;
          at = member;
        }
        break;
      }
      if (code !== (container === openBrace ? closeBrace : closeBracket)) return unexpected(text, at);
      open.pop();
      at += 1;
    }
  }
}

/** The offset after the name and its colon. */
function scanMemberName(text: string, at: number): number | Fault {
  if (text.charCodeAt(at) !== quote) return unexpected(text, at);
  const end = scanString(text, at);
  if (typeof end !== 'number') return end;
  const separator = skipSpace(text, end);
  return text.charCodeAt(separator) === colon ? separator + 1 : unexpected(text, separator);
}

function scanScalar(text: string, at: number): number | Fault {
  const code = text.charCodeAt(at);
  if (code === quote) return scanString(text, at);
  if (code === minus || isDigit(code)) return scanNumber(text, at);
  for (const word of ['true', 'false', 'null']) {
    if (word.charCodeAt(0) === code) return scanWord(text, at, word);
  }
  return unexpected(text, at);
}

function scanWord(text: string, at: number, word: string): number | Fault {
  for (let index = 1; index < word.length; index += 1) {
    if (text.charCodeAt(at + index) !== word.charCodeAt(index)) return unexpected(text, at + index);
  }
  return at + word.length;
}

function scanNumber(text: string, start: number): number | Fault {
  let at = text.charCodeAt(start) === minus ? start + 1 : start;
  const integerEnd = text.charCodeAt(at) === zero ? at + 1 : skipDigits(text, at);
  if (integerEnd === at) return unexpected(text, at);
  at = integerEnd;
  if (text.charCodeAt(at) === point) {
    const fractionEnd = skipDigits(text, at + 1);
    if (fractionEnd === at + 1) return unexpected(text, fractionEnd);
    at = fractionEnd;
  }
  if ((text.charCodeAt(at) | 0x20) !== 0x65) return at;
  const sign = text.charCodeAt(at + 1);
  const digitsStart = sign === plus || sign === minus ? at + 2 : at + 1;
  const exponentEnd = skipDigits(text, digitsStart);
  return exponentEnd === digitsStart ? unexpected(text, exponentEnd) : exponentEnd;
}

function scanString(text: string, start: number): number | Fault {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) {
      const end = scanEscape(text, at);
      if (typeof end !== 'number') return end;
      at = end;
    } else if (code >= 0x20) {
      at += 1;
    } else {
      // NaN, beyond the end, lands here too.
      return at >= text.length ? unexpected(text, at) : { offset: at, reason: 'control character in string' };
    }
  }
}

function scanEscape(text: string, at: number): number | Fault {
  const letter = text.charAt(at + 1);
  if (letter === 'u') {
    for (let index = at + 2; index < at + 6; index += 1) {
      if (!/^[0-9a-fA-F]$/.test(text.charAt(index))) return escapeFault(text, index);
    }
    return at + 6;
  }
  return letter !== '' && '"\\/bfnrt'.includes(letter) ? at + 2 : escapeFault(text, at + 1);
}

function escapeFault(text: string, at: number): Fault {
  return at >= text.length ? unexpected(text, at) : { offset: at, reason: 'invalid escape' };
}

function unexpected(text: string, at: number): Fault {
  return at >= text.length
    ? { offset: text.length, reason: 'unexpected end of text' }
    : { offset: at, reason: 'unexpected character' };
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = match.index + match[0].length;
  }
  return { line, column: offset - lineStart + 1 };
}

function isNamed(rawName: string, name: string): boolean {
  return rawName.includes('\\') ? JSON.parse(rawName) === name : rawName.slice(1, -1) === name;
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

function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
