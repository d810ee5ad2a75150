// The grammar of RFC 8259, one token at a time. Every function takes the offset where its token begins.

export interface Fault {
  /** UTF-16 code units before the offending character. */
  offset: number;
  /** A fixed phrase, never a piece of the text. */
  reason: 'unexpected character' | 'unexpected end of text' | 'invalid escape' | 'control character in string';
}

const quote = 0x22;
const backslash = 0x5c;
export const comma = 0x2c;
const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;

/** The offset after the name and its colon. */
export function scanMemberName(text: string, at: number): number | Fault {
  if (text.charCodeAt(at) !== quote) return unexpected(text, at);
  const end = scanString(text, at);
  if (typeof end !== 'number') return end;
  const separator = skipSpace(text, end);
  return text.charCodeAt(separator) === colon ? separator + 1 : unexpected(text, separator);
}

export function scanScalar(text: string, at: number): number | Fault {
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
      // At the end of the text code is NaN, which also leads here.
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

export function unexpected(text: string, at: number): Fault {
  return at >= text.length
    ? { offset: text.length, reason: 'unexpected end of text' }
    : { offset: at, reason: 'unexpected character' };
}

function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

export function skipSpace(text: string, start: number): number {
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
