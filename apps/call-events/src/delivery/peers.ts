import type { Logger } from '@callside/service-kit';
import type { PushNamespace } from './connections/socket-types.ts';
import type { Announcement } from './rules/messages.ts';
import { messagesOf } from './rules/publication.ts';

/** The other instances, through Socket.IO's adapter. At most once is enough: what is lost is found in the log. */
export class Peers {
  readonly #rep: PushNamespace;
  readonly #logger: Logger;
  #isJoined = false;
  #unpublished: string[] = [];

  constructor({ rep, logger }: { rep: PushNamespace; logger: Logger }) {
    this.#rep = rep;
    this.#logger = logger;
  }

  /** Messages are sent from now on. */
  join(): void {
    this.#isJoined = true;
  }

  onAnnouncement(receive: (announcement: Announcement) => void): void {
    this.#rep.on('announcements', (json) => {
      for (const announcement of JSON.parse(json) as Announcement[]) receive(announcement);
    });
  }

  onChanged(look: (userIds: string[]) => void): void {
    this.#rep.on('changed', look);
  }

  /** Those of one batch are published as one message. Never throws. */
  announce(announcement: Announcement): void {
    if (!this.#isJoined) return;
    this.#attempt(() => {
      this.#unpublished.push(JSON.stringify(announcement));
      if (this.#unpublished.length > 1) return;
      setImmediate(() => {
        const messages = messagesOf(this.#unpublished);
        this.#unpublished = [];
        for (const message of messages) this.#attempt(() => this.#rep.serverSideEmit('announcements', message));
      });
    });
  }

  tellChanged(userIds: string[]): void {
    if (this.#isJoined) this.#attempt(() => this.#rep.serverSideEmit('changed', userIds));
  }

  #attempt(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.#logger.error({ err: error }, 'a message to other instances could not be sent');
    }
  }
}
