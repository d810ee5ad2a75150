const deepest = 200;

/**
 * The metadata that goes out with a message. What is nested deeper than any reader could use is left out (null): the
 * encoders on the way recurse, and a sender must not be able to make one of them fail. It is on file as sent.
 */
export function relayableMetadata(text: string): unknown {
  return nestingOf(text) > deepest ? null : JSON.parse(text);
}

function nestingOf(text: string): number {
  if (text.length < deepest * 2) return 0;
  let depth = 0;
  let greatest = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{]|[\]}]/gs)) {
    if (token === '{' || token === '[') greatest = Math.max(greatest, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return greatest;
}
