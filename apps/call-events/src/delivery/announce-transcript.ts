import type { NewChunk } from '../transcription/index.ts';
import { chunkAnnouncement } from './messages-of-events.ts';
import type { Announcement } from './rules/messages.ts';

/** The public reference of the call of a session; null: its call was deleted. */
type CallReferenceOf = (sessionId: string) => Promise<string | null>;

const mostRemembered = 5_000;

/** Sends stored pieces of transcripts to the rep's tabs. A lost piece is not repeated: tabs read the transcript again. */
export class ChunkAnnouncer {
  readonly #callReferenceOf: CallReferenceOf;
  readonly #announce: (announcement: Announcement) => unknown;
  /** The call of a session never changes. Pieces that arrive during its look-up wait for it, and so keep their order. */
  readonly #calls = new Map<string, Promise<string | null>>();

  constructor({
    callReferenceOf,
    announce,
  }: {
    callReferenceOf: CallReferenceOf;
    announce: (of: Announcement) => unknown;
  }) {
    this.#callReferenceOf = callReferenceOf;
    this.#announce = announce;
  }

  async announce(userId: string, chunk: NewChunk): Promise<void> {
    const reference = await this.#callOf(chunk.sessionId);
    if (reference !== null) this.#announce(chunkAnnouncement(userId, reference, chunk));
  }

  #callOf(sessionId: string): Promise<string | null> {
    const known = this.#calls.get(sessionId);
    if (known !== undefined) return known;
    if (this.#calls.size >= mostRemembered) this.#calls.clear();
    const found = this.#callReferenceOf(sessionId);
    this.#calls.set(sessionId, found);
    found.catch(() => this.#calls.delete(sessionId));
    return found;
  }
}
