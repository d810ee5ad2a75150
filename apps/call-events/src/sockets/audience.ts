import type { Announcement, TabMessage } from '../domain/announcement.ts';
import { callStateView, recordingStateView } from '../domain/call-audience.ts';
import type { Listener } from '../use-cases/refresh-audience.ts';
import { roomOf } from './room.ts';
import type { PushNamespace, PushSocket } from './socket-types.ts';
import { type OnAcknowledged, tellCompanion } from './tell-companion.ts';
import { noteTold, tellTabs } from './tell-tabs.ts';

interface Dependencies {
  rep: PushNamespace;
  companion: PushNamespace;
  onAcknowledged: OnAcknowledged;
}

/** The tabs and companions connected to this instance. Each socket's data has what was last sent to it. */
export class Audience {
  readonly #rep: PushNamespace;
  readonly #companion: PushNamespace;
  readonly #onAcknowledged: OnAcknowledged;
  /** By rep: announcements for sockets that have not received their first snapshot yet. */
  readonly #collections = new Map<string, Set<Announcement[]>>();

  constructor({ rep, companion, onAcknowledged }: Dependencies) {
    this.#rep = rep;
    this.#companion = companion;
    this.#onAcknowledged = onAcknowledged;
  }

  /** Emits to the rep's sockets on this server only. Returns the number of tabs. */
  deliver(announcement: Announcement): number {
    const { userId, tabs: tabMessages, companion } = announcement;
    const tabs = socketsIn(this.#rep, userId);
    if (tabs.length > 0) for (const message of tabMessages) this.#tellRoom(userId, tabs, message);
    for (const socket of socketsIn(this.#companion, userId)) {
      for (const message of companion) tellCompanion(socket, message, this.#onAcknowledged);
    }
    for (const collection of this.#collections.get(userId) ?? []) collection.push(announcement);
    return tabs.length;
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
    for (const [id, socket] of this.#rep.sockets) {
      const { user, versionTold, shown } = socket.data;
      if (user === undefined || versionTold === undefined || shown === undefined) continue;
      const send = (message: TabMessage) => this.#tellTab(socket, message);
      listeners.push({
        id,
        userId: user.id,
        kind: 'tab',
        told: () => socket.data.versionTold ?? versionTold,
        tell: (rep) => send({ name: 'call.state', payload: callStateView(rep) }),
        shown: () => socket.data.shown ?? shown,
        send,
      });
    }
    for (const [id, socket] of this.#companion.sockets) {
      const { user, sequenceTold } = socket.data;
      if (user === undefined || sequenceTold === undefined) continue;
      listeners.push({
        id,
        userId: user.id,
        kind: 'companion',
        told: () => socket.data.sequenceTold ?? sequenceTold,
        tell: ({ state }) =>
          tellCompanion(socket, { name: 'recording.state', payload: recordingStateView(state) }, this.#onAcknowledged),
      });
    }
    return listeners;
  }

  /** Closes all sockets of a rep; their clients do not reconnect automatically. */
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

  /** Encodes the message once for all tabs. */
  #tellRoom(userId: string, tabs: readonly PushSocket[], message: TabMessage): void {
    tellTabs(this.#rep.local.to(roomOf(userId)), message);
    for (const tab of tabs) noteTold(tab, message);
  }

  #tellTab(tab: PushSocket, message: TabMessage): void {
    tellTabs(this.#rep.local.to(tab.id), message);
    noteTold(tab, message);
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
