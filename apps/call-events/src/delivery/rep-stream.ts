import type { OffersMark } from '../offers/index.ts';
import {
  type CompanionKnowledge,
  isSameKnowledge,
  knowledgeAfter,
  noKnowledge,
  withClaimsOf,
} from './rules/companion-knowledge.ts';
import type { Announcement, CompanionMessage, TabMessage } from './rules/messages.ts';
import { advance, receive, type Stream } from './rules/stream.ts';

/** What the tabs show that is no event. */
export interface Shown {
  version: number;
  /** Of the recording state that the companions got last. */
  heardSequence: number;
  /** Of the one that the tabs show. */
  recordingSequence: number;
  offers: OffersMark | null;
  companions: CompanionKnowledge;
  isOnCall: boolean;
}

/** The sockets of a rep on this instance. */
export interface Sockets<Socket> {
  /** To all tabs in the rep's room. */
  toRoom: (userId: string, message: TabMessage) => void;
  toTab: (tab: Socket, message: TabMessage) => void;
  toCompanion: (companion: Socket, message: CompanionMessage) => void;
}

/** What was said while a socket's first state was read. */
export type Meanwhile = Announcement[];

/** The events of one rep on this instance: where its sockets are in the rep's log, and what they show. */
export class RepStream<Socket> {
  readonly userId: string;
  readonly #sockets: Sockets<Socket>;
  /** By socket, the position of its first state. */
  readonly #tabs = new Map<Socket, number>();
  readonly #companions = new Map<Socket, number>();
  readonly #joining = new Set<Meanwhile>();
  /** null until the first socket has its first state. */
  #stream: Stream<Announcement> | null = null;
  /** What arrived before that. */
  #early: Announcement[] = [];
  /** No socket had a later position when it joined. */
  #newestJoin = 0;
  #shown: Shown = {
    version: 0,
    heardSequence: 0,
    recordingSequence: 0,
    offers: null,
    companions: noKnowledge,
    isOnCall: false,
  };
  /** The result of the last look; null: something was said since, so the next look compares again. */
  fingerprint: string | null = null;
  /** When it was first seen behind the database, by a monotonic clock; null: it is not. */
  behindSince: number | null = null;
  /** Events that it then lacked. */
  behindBy = 0;
  /** The tabs were told that nothing is known: the next look sends them the whole state. */
  needsState = false;

  constructor(userId: string, sockets: Sockets<Socket>) {
    this.userId = userId;
    this.#sockets = sockets;
  }

  /** null: no socket has a state yet. */
  get position(): number | null {
    return this.#stream?.position ?? null;
  }

  get shown(): Shown {
    return this.#shown;
  }

  get tabs(): number {
    return this.#tabs.size;
  }

  get companions(): number {
    return this.#companions.size;
  }

  get isEmpty(): boolean {
    return this.#tabs.size === 0 && this.#companions.size === 0 && this.#joining.size === 0;
  }

  /** Whether something waits for events that have not arrived. */
  get hasGap(): boolean {
    return this.#stream !== null && this.#stream.waiting.length > 0;
  }

  /** Collects what is said while the first state of a socket is read. */
  startJoining(): Meanwhile {
    const meanwhile: Meanwhile = [];
    this.#joining.add(meanwhile);
    return meanwhile;
  }

  endJoining(meanwhile: Meanwhile): void {
    this.#joining.delete(meanwhile);
  }

  /** The tab has received its first state, which has this position. */
  joinTab(tab: Socket, position: number, { meanwhile, shown }: { meanwhile: Meanwhile; shown: Shown }): void {
    this.#begin(position, shown);
    // The other tabs were told something else of the companions.
    if (!isSameKnowledge(this.#shown.companions, shown.companions)) this.askForState();
    this.#tabs.set(tab, position);
    for (const { tabs } of missing(meanwhile, position)) {
      for (const message of tabs) this.#sockets.toTab(tab, message);
    }
    this.#deliverEarly();
  }

  joinCompanion(
    companion: Socket,
    position: number,
    { meanwhile, shown }: { meanwhile: Meanwhile; shown: Shown },
  ): void {
    this.#begin(position, shown);
    this.#companions.set(companion, position);
    for (const announcement of missing(meanwhile, position)) {
      for (const message of announcement.companion) this.#sockets.toCompanion(companion, message);
    }
    this.#deliverEarly();
  }

  leave(socket: Socket): void {
    this.#tabs.delete(socket);
    this.#companions.delete(socket);
  }

  /** An announcement of any instance. */
  receive(announcement: Announcement): void {
    if (this.#stream === null) {
      if (this.#joining.size > 0) this.#early.push(announcement);
      return;
    }
    const { stream, due } = receive(this.#stream, announcement);
    this.#stream = stream;
    for (const item of due) this.#deliver(item);
  }

  /** Everything up to this position was delivered, or is not in the log any more. */
  advance(position: number): void {
    if (this.#stream === null) return;
    const { stream, due } = advance(this.#stream, position);
    this.#stream = stream;
    for (const item of due) this.#deliver(item);
  }

  /** The tabs got less than the whole truth. */
  askForState(): void {
    this.needsState = true;
    this.fingerprint = null;
  }

  /** Something that is no event, for the tabs. */
  tell(message: TabMessage): void {
    this.#deliver({ userId: this.userId, position: null, after: 0, tabs: [message], companion: [] });
  }

  #begin(position: number, shown: Shown): void {
    this.#newestJoin = Math.max(position, this.#newestJoin);
    if (this.#stream !== null) return;
    this.#stream = { position, waiting: [] };
    this.#shown = shown;
  }

  #deliverEarly(): void {
    const early = this.#early;
    this.#early = [];
    for (const announcement of early) this.receive(announcement);
  }

  #deliver(announcement: Announcement): void {
    const { position, tabs, companion } = announcement;
    for (const said of tabs) {
      const message = withClaimsOf(this.#shown, said);
      if (this.#tabs.size > 0) this.#toTabs(message, position);
      this.#note(message);
    }
    for (const [socket, joinedAt] of this.#companions) {
      if (position !== null && position <= joinedAt) continue;
      for (const message of companion) this.#sockets.toCompanion(socket, message);
    }
    for (const message of companion) {
      if (message.name === 'recording.state') {
        this.#shown = { ...this.#shown, heardSequence: message.payload.sequence };
      }
    }
    for (const meanwhile of this.#joining) meanwhile.push(announcement);
    this.fingerprint = null;
  }

  /** A message to the room is encoded once for all tabs. */
  #toTabs(message: TabMessage, position: number | null): void {
    if (position === null || position > this.#newestJoin) {
      this.#sockets.toRoom(this.userId, message);
      return;
    }
    for (const [tab, joinedAt] of this.#tabs) if (position > joinedAt) this.#sockets.toTab(tab, message);
  }

  #note(message: TabMessage): void {
    this.#shown = shownAfter(this.#shown, message);
  }
}

/** What a socket whose first state has this position lacks of what was said meanwhile. */
function* missing(meanwhile: Meanwhile, position: number): Generator<Announcement> {
  for (const announcement of meanwhile) {
    if (announcement.position === null || announcement.position > position) yield announcement;
  }
}

function shownAfter(shown: Shown, message: TabMessage): Shown {
  const state =
    message.name === 'call.event' ? message.payload.state : message.name === 'call.state' ? message.payload : null;
  const offers =
    message.name === 'offers' ? message.payload : state === null ? null : (state.offers as OffersPart | null);
  const sequence = state?.recording?.sequence ?? shown.recordingSequence;
  return {
    ...shown,
    version: Math.max(state?.version ?? 0, shown.version),
    recordingSequence: sequence,
    offers: offers === null ? shown.offers : { callReference: offers.call_reference, sequence: offers.sequence },
    companions: knowledgeAfter(shown.companions, message, sequence),
    isOnCall: state === null ? shown.isOnCall : state.call !== null,
  };
}

interface OffersPart {
  call_reference: string;
  sequence: number;
}
