import { isNestedDeeperThan } from './json-nesting.ts';

const deepest = 200;

/**
 * Bytes of the text as sent, in UTF-8 (never fewer than its UTF-16 code units). Redis closes the connection of a server whose
 * output buffer overflows, and encoding a megabyte of small values would block the instance.
 */
export const longestRelayedMetadata = 64 * 1024;

/** Metadata as a message to the tabs contains it. */
export interface AnnouncedMetadata {
  metadata: unknown;
  /** true: too large or nested too deep for the message; read it from the event log. */
  omitted: boolean;
}

/** The metadata for an announcement: at most 64 KiB of text; anything longer is omitted and marked. */
export function announcedMetadata(text: string): AnnouncedMetadata {
  if (utf8Length(text) > longestRelayedMetadata) return { metadata: null, omitted: true };
  const metadata = relayableMetadata(text);
  return { metadata, omitted: metadata === null };
}

/**
 * Metadata for a reader. Returns null for metadata that is nested too deep: some encoders are recursive, and a sender must
 * not be able to make them fail. The event log keeps the text as sent.
 */
export function relayableMetadata(text: string): unknown {
  return isNestedDeeperThan(deepest, text) ? null : JSON.parse(text);
}

function utf8Length(text: string): number {
  // A code unit takes one to three bytes; most texts are decided without encoding.
  if (text.length > longestRelayedMetadata || text.length * 3 <= longestRelayedMetadata) return text.length;
  return new TextEncoder().encode(text).length;
}
