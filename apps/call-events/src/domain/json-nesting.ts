const quote = 0x22;
const backslash = 0x5c;

/**
 * In levels: deeper metadata is kept as text. PostgreSQL's json parser recurses: 16,000 objects in each other are what the
 * 2 MB of stack hold that it has by default. One with a smaller stack refuses the statement, and the event goes again.
 */
export const deepestStoredJson = 10_000;

/** Whether the objects and lists of a valid JSON text are nested deeper than so many levels. Takes no call stack. */
export function isNestedDeeperThan(levels: number, text: string): boolean {
  // Each level takes two brackets.
  if (text.length < levels * 2) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (isOpening(code)) {
      depth++;
      if (depth > levels) return true;
    } else if (isClosing(code)) depth--;
  }
  return false;
}

/** The offset of the closing quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

/** [ and {. */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}
