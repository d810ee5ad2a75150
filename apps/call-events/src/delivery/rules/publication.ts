/** In characters. Everything but metadata and ids is small; an event id may have any length. */
const largestPart = 256 * 1024;
const largestMessage = 1024 * 1024;

/**
 * Messages with these parts of JSON, as arrays, in order. A part that is too large is left out: Redis closes the connection of an
 * instance that does not read as fast as it is sent to, and the other instances find the event in the log within a second.
 */
export function messagesOf(parts: readonly string[]): string[] {
  const messages: string[][] = [];
  let room = 0;
  for (const part of parts) {
    if (part.length > largestPart) continue;
    if (part.length > room) {
      messages.push([]);
      room = largestMessage;
    }
    messages.at(-1)?.push(part);
    room -= part.length;
  }
  return messages.map((some) => `[${some.join()}]`);
}
