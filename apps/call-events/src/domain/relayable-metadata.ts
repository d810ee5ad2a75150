import { isNestedDeeperThan } from './json-nesting.ts';

const deepest = 200;

/**
 * Of the text as sent, in UTF-8 (and so at least in UTF-16 code units). Redis ends the connection of a server that is sent more
 * than it reads, and building and encoding a megabyte of small values would hold up the instance.
 */
export const longestRelayedMetadata = 64 * 1024;

/** Metadata as a message to the tabs carries it. */
export interface AnnouncedMetadata {
  metadata: unknown;
  /** It was too large or nested too deep for the message, and is to be read from the event log. */
  omitted: boolean;
}

/** The metadata that goes out with an announcement: at most 64 KiB of text; more is marked as left out. */
export function announcedMetadata(text: string): AnnouncedMetadata {
  if (utf8Length(text) > longestRelayedMetadata) return { metadata: null, omitted: true };
  const metadata = relayableMetadata(text);
  return { metadata, omitted: metadata === null };
}

/**
 * Metadata for a reader. What is nested deeper than any reader could use is left out (null): the encoders on the way recurse,
 * and a sender must not be able to make one of them fail. It is on file as sent.
 */
export function relayableMetadata(text: string): unknown {
  return isNestedDeeperThan(deepest, text) ? null : JSON.parse(text);
}

function utf8Length(text: string): number {
  // Between one and three bytes for each code unit; mostly neither side needs the count.
  if (text.length > longestRelayedMetadata || text.length * 3 <= longestRelayedMetadata) return text.length;
  return new TextEncoder().encode(text).length;
}
