import type { Announcement } from '../domain/call-audience.ts';
import { type OnAcknowledged, tellCompanion } from './companion.namespace.ts';
import { tellTabs } from './rep.namespace.ts';
import { repOfRoom, roomOf } from './room.ts';
import type { PushNamespace } from './socket-types.ts';

interface Dependencies {
  rep: PushNamespace;
  companion: PushNamespace;
  onAcknowledged: OnAcknowledged;
}

/** The tabs and companions that are connected to this server, and what they were last told. */
export class Audience {
  readonly #rep: PushNamespace;
  readonly #companion: PushNamespace;
  readonly #onAcknowledged: OnAcknowledged;
  readonly #told = new Map<string, number>();
  /** By rep: what sockets that are yet to be greeted will want to hear. */
  readonly #collections = new Map<string, Set<Announcement[]>>();

  constructor({ rep, companion, onAcknowledged }: Dependencies) {
    this.#rep = rep;
    this.#companion = companion;
    this.#onAcknowledged = onAcknowledged;
  }

  /** Emits to the rep's sockets on this server only. Returns the number of tabs. */
  deliver(announcement: Announcement): number {
    const { userId, version, tabs, companion } = announcement;
    const room = roomOf(userId);
    const openTabs = this.#rep.adapter.rooms.get(room)?.size ?? 0;
    if (openTabs > 0) for (const message of tabs) tellTabs(this.#rep.local.to(room), message);
    const companions = this.#companion.adapter.rooms.get(room) ?? [];
    for (const socketId of companions) {
      const socket = this.#companion.sockets.get(socketId);
      if (socket) for (const message of companion) tellCompanion(socket, message, this.#onAcknowledged);
    }
    for (const collection of this.#collections.get(userId) ?? []) collection.push(announcement);
    this.wasTold(userId, version);
    return openTabs;
  }

  /** Collects what is announced to a rep, until the function that it returns is called. */
  collect(userId: string, collection: Announcement[]): () => void {
    const collections = this.#collections.get(userId) ?? new Set();
    this.#collections.set(userId, collections.add(collection));
    return () => {
      collections.delete(collection);
      if (collections.size === 0) this.#collections.delete(userId);
    };
  }

  wasTold(userId: string, version: number): void {
    this.#told.set(userId, Math.max(version, this.#told.get(userId) ?? 0));
  }

  /** The version that each connected rep was last told. Who is connected but was told nothing yet is left out. */
  standings(): ReadonlyMap<string, number> {
    const connected = new Set<string>();
    for (const { adapter } of [this.#rep, this.#companion]) {
      for (const room of adapter.rooms.keys()) {
        const userId = repOfRoom(room);
        if (userId !== null) connected.add(userId);
      }
    }
    for (const userId of this.#told.keys()) if (!connected.has(userId)) this.#told.delete(userId);
    return this.#told;
  }

  /** Closes all sockets of a rep; their clients do not come back by themselves. */
  dismiss(userId: string): void {
    this.#rep.local.in(roomOf(userId)).disconnectSockets(true);
    this.#companion.local.in(roomOf(userId)).disconnectSockets(true);
  }

  get openTabs(): number {
    return this.#rep.sockets.size;
  }

  get companions(): number {
    return this.#companion.sockets.size;
  }
}
