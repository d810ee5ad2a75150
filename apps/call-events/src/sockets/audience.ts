import type { Announcement, TabMessage } from '../domain/call-audience.ts';
import { type OnAcknowledged, tellCompanion } from './companion.namespace.ts';
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

  constructor({ rep, companion, onAcknowledged }: Dependencies) {
    this.#rep = rep;
    this.#companion = companion;
    this.#onAcknowledged = onAcknowledged;
  }

  /** Emits to the rep's sockets on this server only. Returns the number of tabs. */
  deliver({ userId, version, tabs, companion }: Announcement): number {
    const room = roomOf(userId);
    const openTabs = this.#rep.adapter.rooms.get(room)?.size ?? 0;
    if (openTabs > 0) for (const message of tabs) this.#tellTabs(room, message);
    const companions = this.#companion.adapter.rooms.get(room) ?? [];
    for (const socketId of companions) {
      const socket = this.#companion.sockets.get(socketId);
      if (socket) for (const message of companion) tellCompanion(socket, message, this.#onAcknowledged);
    }
    this.wasTold(userId, version);
    return openTabs;
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

  #tellTabs(room: string, message: TabMessage): void {
    const tabs = this.#rep.local.to(room);
    switch (message.name) {
      case 'call.event':
        tabs.emit(message.name, message.payload);
        break;
      case 'call.state':
        tabs.emit(message.name, message.payload);
        break;
      case 'recording.confirmation':
        tabs.emit(message.name, message.payload);
        break;
    }
  }
}
