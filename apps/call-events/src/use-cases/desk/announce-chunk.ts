import type { DeskStore } from '../../adapters/desk-store.ts';
import { announceChunk } from '../../views/announcements.ts';
import type { Announcement } from '../../views/messages.ts';
import type { NewChunk } from '../transcription-sessions.ts';

const mostRemembered = 5_000;

/** Sends stored pieces of transcripts to the rep's tabs. A lost piece is not repeated: tabs read the transcript again. */
export class ChunkAnnouncer {
  readonly #desk: Pick<DeskStore, 'findCallOfSession'>;
  readonly #relay: (announcement: Announcement) => number;
  /** The call of a session never changes. */
  readonly #calls = new Map<string, string>();

  constructor({ desk, relay }: { desk: Pick<DeskStore, 'findCallOfSession'>; relay: (of: Announcement) => number }) {
    this.#desk = desk;
    this.#relay = relay;
  }

  async announce(userId: string, chunk: NewChunk): Promise<void> {
    const reference = this.#calls.get(chunk.sessionId) ?? (await this.#desk.findCallOfSession(chunk.sessionId));
    if (reference === null) return;
    if (this.#calls.size >= mostRemembered) this.#calls.clear();
    this.#calls.set(chunk.sessionId, reference);
    this.#relay(announceChunk(userId, reference, chunk));
  }
}
