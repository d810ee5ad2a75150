import type { Listener } from '../use-cases/refresh-audience.ts';
import type { Announcement, TabMessage } from '../views/messages.ts';
import { ListeningCompanion, ListeningTab } from './listeners.ts';
import { roomOf } from './room.ts';
import { sendToCompanion } from './send-to-companion.ts';
import { noteDelivered, sendToTabs } from './send-to-tabs.ts';
import type { PushNamespace, PushSocket } from './socket-types.ts';

interface Dependencies {
  rep: PushNamespace;
  companion: PushNamespace;
}

/** From the receipt of an event to its commit: the first state of a tab that connects in between lacks it. */
const longestCommitMs = 1_000;

/** The tabs and companions connected to this instance. Each socket's data has what was last sent to it. */
export class Audience {
  readonly #rep: PushNamespace;
  readonly #companion: PushNamespace;
  /** By rep: announcements for sockets that have not received their first snapshot yet. */
  readonly #collections = new Map<string, Set<Announcement[]>>();

  constructor({ rep, companion }: Dependencies) {
    this.#rep = rep;
    this.#companion = companion;
  }

  /** Emits to the rep's sockets on this server only. Returns the number of tabs that were sent something. */
  deliver(announcement: Announcement): number {
    const { userId, tabs: tabMessages, companion } = announcement;
    const tabs = socketsIn(this.#rep, userId);
    if (tabs.length > 0) for (const message of tabMessages) this.#sendToRoom(userId, tabs, message);
    for (const socket of socketsIn(this.#companion, userId)) {
      for (const message of companion) sendToCompanion(socket, message);
    }
    for (const collection of this.#collections.get(userId) ?? []) collection.push(announcement);
    return tabMessages.length > 0 ? tabs.length : 0;
  }

  /** Sends the messages to the rep's tabs that were connected so many seconds ago. */
  deliverTo(userId: string, messages: readonly TabMessage[], secondsAgo: number): void {
    const connectedBy = performance.now() - secondsAgo * 1_000 + longestCommitMs;
    for (const tab of socketsIn(this.#rep, userId)) {
      const { deliveredVersion, connectedAtMs = 0 } = tab.data;
      if (deliveredVersion === undefined || connectedAtMs > connectedBy) continue;
      for (const message of messages) new ListeningTab(tab, userId).send(message);
    }
  }

  /** Reps with tabs that have received their first snapshot. */
  repsWithTabs(): string[] {
    const users = new Set<string>();
    for (const { data } of this.#rep.sockets.values()) {
      if (data.user !== undefined && data.deliveredVersion !== undefined) users.add(data.user.id);
    }
    return [...users];
  }

  /** Collects the announcements for a rep until the returned function is called. */
  collect(userId: string, collection: Announcement[]): () => void {
    const collections = this.#collections.get(userId) ?? new Set();
    this.#collections.set(userId, collections.add(collection));
    return () => {
      collections.delete(collection);
      if (collections.size === 0) this.#collections.delete(userId);
    };
  }

  /** All sockets that have received their first snapshot. */
  listeners(): Listener[] {
    const listeners: Listener[] = [];
    for (const socket of this.#rep.sockets.values()) {
      const { user, deliveredVersion, shown } = socket.data;
      if (user === undefined || deliveredVersion === undefined || shown === undefined) continue;
      listeners.push(new ListeningTab(socket, user.id));
    }
    for (const socket of this.#companion.sockets.values()) {
      const { user, deliveredSequence } = socket.data;
      if (user === undefined || deliveredSequence === undefined) continue;
      listeners.push(new ListeningCompanion(socket, user.id));
    }
    return listeners;
  }

  /** Closes all sockets of a rep; their clients do not reconnect automatically. */
  closeSockets(userId: string): void {
    this.#rep.local.in(roomOf(userId)).disconnectSockets(true);
    this.#companion.local.in(roomOf(userId)).disconnectSockets(true);
  }

  get openTabs(): number {
    return this.#rep.sockets.size;
  }

  get companions(): number {
    return this.#companion.sockets.size;
  }

  /** Encodes the message once for all tabs. */
  #sendToRoom(userId: string, tabs: readonly PushSocket[], message: TabMessage): void {
    sendToTabs(this.#rep.local.to(roomOf(userId)), message);
    for (const tab of tabs) noteDelivered(tab, message);
  }
}

function socketsIn(namespace: PushNamespace, userId: string): PushSocket[] {
  const sockets: PushSocket[] = [];
  for (const id of namespace.adapter.rooms.get(roomOf(userId)) ?? []) {
    const socket = namespace.sockets.get(id);
    if (socket) sockets.push(socket);
  }
  return sockets;
}
