import { isNestedDeeperThan } from './json-nesting.ts';

const deepest = 200;

/**
 * Bytes of the text as sent, in UTF-8 (never fewer than its UTF-16 code units). Redis closes the connection of a server whose
 * output buffer overflows, and encoding a megabyte of small values would block the instance.
 */
export const longestRelayedMetadata = 64 * 1024;

/** Metadata as a message to the tabs contains it: the result of JSON.parse, or null if it is omitted. */
export interface RelayedMetadata {
  metadata: unknown;
  /** true: too large or nested too deep for the message; read it from the event log. */
  omitted: boolean;
}

/**
 * The metadata of a message to the tabs. Omits, and marks as omitted, a text of more than 64 KiB, and one that is nested too
 * deep: some encoders are recursive, and a sender must not be able to make them fail. The event log has the text as sent.
 */
export function relayedMetadata(text: string): RelayedMetadata {
  if (utf8Length(text) > longestRelayedMetadata) return { metadata: null, omitted: true };
  if (isNestedDeeperThan(deepest, text)) return { metadata: null, omitted: true };
  return { metadata: JSON.parse(text), omitted: false };
}

function utf8Length(text: string): number {
  // A code unit takes one to three bytes; most texts are decided without encoding.
  if (text.length > longestRelayedMetadata || text.length * 3 <= longestRelayedMetadata) return text.length;
  return new TextEncoder().encode(text).length;
}
