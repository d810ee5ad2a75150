const quote = 0x22;
const backslash = 0x5c;

/**
 * In levels; deeper metadata is stored as text. PostgreSQL's JSON parser is recursive: its default max_stack_depth of 2 MB is
 * enough for 16,000 nested objects.
 */
export const deepestStoredJson = 10_000;

/** Whether a valid JSON text nests objects and arrays deeper than `levels`. Not recursive. */
export function isNestedDeeperThan(levels: number, text: string): boolean {
  // Each level has an opening and a closing bracket.
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
