import type { Logger } from '@callside/service-kit';
import { roomOf } from './connections/room.ts';
import type { PushNamespace, PushSocket } from './connections/socket-types.ts';
import type { Fence } from './fence.ts';
import type { RepStream } from './rep-stream.ts';
import type { Streams } from './streams.ts';

interface Dependencies {
  fence: Fence;
  streams: Streams<PushSocket>;
  rep: PushNamespace;
  companion: PushNamespace;
  logger: Logger;
}

const tickMs = 250;

/**
 * Informs the sockets of this instance whether it reaches the database. Signs of life are sent after a successful look, and never
 * otherwise. When the instance gets fenced, tabs of live calls hear that the companions are not known, and companions are disconnected.
 */
export class FenceWatch {
  readonly #dependencies: Dependencies;
  readonly #timer: NodeJS.Timeout;
  /** null: before the first look. */
  #isFenced: boolean | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => this.#check(), tickMs);
    this.#timer.unref();
  }

  /** A look has succeeded. `at`: the time of its read, by the database's clock. */
  noteLook(at: Date): void {
    const { fence, rep, companion } = this.#dependencies;
    if (fence.isFenced()) return;
    this.#lift();
    const alive = { at: at.toISOString() };
    const tabs = this.#roomsOf(isOnCall);
    if (tabs.length > 0) rep.local.to(tabs).volatile.emit('alive', alive);
    const companions = this.#roomsOf((stream) => stream.companions > 0);
    if (companions.length > 0) companion.local.to(companions).volatile.emit('alive', alive);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { fence, companion, logger } = this.#dependencies;
    if (this.#isFenced === null) return;
    // A commit proves it, too.
    if (!fence.isFenced()) {
      this.#lift();
      return;
    }
    if (this.#isFenced === false) {
      logger.warn('the database is out of reach: this instance does not say any more what is confirmed');
      for (const stream of this.#dependencies.streams.all()) {
        if (!isOnCall(stream)) continue;
        // The next look that succeeds sends them the whole state.
        stream.tell({ name: 'companion.presence', payload: { connected: false, at: new Date().toISOString() } });
      }
    }
    this.#isFenced = true;
    // Their clients connect again, to an instance that can tell them the recording state. A disconnect packet would stop them.
    for (const { conn } of companion.sockets.values()) conn.close(true);
  }

  #lift(): void {
    if (this.#isFenced) this.#dependencies.logger.info('the database is in reach again');
    this.#isFenced = false;
  }

  /** Of these, the rooms whose sockets have all events: a pause may be among those that are being read. */
  #roomsOf(isAsked: (stream: RepStream<PushSocket>) => boolean): string[] {
    const rooms: string[] = [];
    for (const stream of this.#dependencies.streams.all()) {
      if (stream.behindSince === null && isAsked(stream)) rooms.push(roomOf(stream.userId));
    }
    return rooms;
  }
}

function isOnCall({ tabs, shown }: RepStream<PushSocket>): boolean {
  return tabs > 0 && shown.isOnCall;
}
