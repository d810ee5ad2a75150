import { createNaturalBatcher } from '@callside/service-kit';
import { type RepSnapshot, recordingView } from '../calls/index.ts';
import { type OffersMark, offersView } from '../offers/index.ts';
import type { Fence } from './fence.ts';
import { recordingAnnouncement, stateMessage } from './messages-of-events.ts';
import type { RepStream } from './rep-stream.ts';
import { companionChanges } from './rules/companion-knowledge.ts';
import type { TabMessage } from './rules/messages.ts';
import type { Streams } from './streams.ts';

/** The stored data of a rep that decide what their sockets lack, without the offers: most of those who are read lack nothing. */
export interface StoredRep extends RepSnapshot {
  /** An active user with a role that has a desk. */
  hasDesk: boolean;
  /** Of the offers of the live call; null without any. */
  offersSequence: number | null;
  /** Differs when the rest differs. */
  fingerprint: string;
}

/** A rep and the fingerprint of what is known of them; null if nothing is. */
export interface KnownRep {
  userId: string;
  fingerprint: string | null;
}

export interface LookAnswer {
  /** The time of the read, by the database's clock. */
  at: Date;
  /** The instance was not on file: its companions are not, either. */
  isNew: boolean;
  /** Those that differ from what is known; not all of them if there are many. */
  changed: StoredRep[];
}

interface Dependencies<Socket> {
  streams: Streams<Socket>;
  fence: Fence;
  store: {
    readChanges: (known: KnownRep[], most: number) => Promise<LookAnswer>;
    readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]>;
    deleteGoneInstances: () => Promise<void>;
  };
  /** Closes the sockets of someone who has no desk any more. */
  closeSockets: (userId: string) => void;
  /** Closes the connections of a rep; their clients connect again. */
  restartSockets: (userId: string) => void;
  onNewInstance: () => void;
  /** Called after a look at all streams, with the time of the read by the database's clock. */
  onLooked: (at: Date) => void;
  /** A monotonic clock in milliseconds. */
  now: () => number;
}

/** An answer of many rows delays events while it is parsed: in a reconnect storm, every rep is new. */
const mostRows = 250;

/**
 * Compares what the sockets of this instance have with the database. Events that they lack are read from the log at once; what is no
 * event (a customer, offers, who records, companions and their confirmations) is sent whole. A look also proves that the database is in reach.
 */
export class Look<Socket> {
  readonly #dependencies: Dependencies<Socket>;
  /** One at a time: an older answer must not be shown after a newer one. */
  readonly #queue: (userId: string | null) => Promise<void>;

  constructor(dependencies: Dependencies<Socket>) {
    this.#dependencies = dependencies;
    this.#queue = createNaturalBatcher({
      maxItems: 10_000,
      run: async (asked: (string | null)[]) => {
        await this.#look(asked);
        return asked.map(() => undefined);
      },
    });
  }

  /** At all streams. Must run every second. Rejects while the database is not in reach. */
  all(): Promise<void> {
    return this.#queue(null);
  }

  /** At some reps now: something of them has changed that is no event. */
  async at(userIds: readonly string[]): Promise<void> {
    const here = userIds.filter((userId) => this.#dependencies.streams.find(userId) !== undefined);
    await Promise.all(here.map((userId) => this.#queue(userId)));
  }

  async #look(asked: readonly (string | null)[]): Promise<void> {
    const { streams, fence, store, onLooked, onNewInstance, now } = this.#dependencies;
    const isWhole = asked.includes(null);
    let open = isWhole ? [...streams.all()] : [...new Set(asked)].flatMap((userId) => streams.find(userId ?? '') ?? []);
    for (;;) {
      const known = open.flatMap(({ userId, position, fingerprint }) =>
        position === null ? [] : [{ userId, position, fingerprint }],
      );
      const positions = new Map(known.map(({ userId, position }) => [userId, position]));
      const sentAt = now();
      const { at, isNew, changed } = await store.readChanges(known, mostRows);
      fence.prove(sentAt);
      if (isNew) {
        onNewInstance();
        await store.deleteGoneInstances();
      }
      await this.#show(this.#withoutLost(changed, positions), at);
      if (changed.length < mostRows) {
        if (isWhole) onLooked(at);
        return;
      }
      const seen = new Set(changed.map(({ userId }) => userId));
      open = open.filter(({ userId }) => !seen.has(userId));
    }
  }

  /**
   * The database has lost events that sockets have, as after a failover to a standby that lacked them. Their clients connect again and
   * get the state of now: the positions of what comes next are no news to them here.
   */
  #withoutLost(changed: readonly StoredRep[], positions: ReadonlyMap<string, number>): StoredRep[] {
    return changed.filter(({ userId, position }) => {
      const isLost = position < (positions.get(userId) ?? 0);
      if (isLost) this.#dependencies.restartSockets(userId);
      return !isLost;
    });
  }

  async #show(changed: readonly StoredRep[], at: Date): Promise<void> {
    const incomplete = new Map<string, 'state' | 'offers'>();
    for (const stored of changed) {
      if (!stored.hasDesk) {
        this.#closeWithoutDesk(stored);
        continue;
      }
      const stream = this.#currentStreamOf(stored);
      if (stream === null) continue;
      const lack = lackOf(stream, stored, at);
      if (Array.isArray(lack)) {
        // At once: while snapshots are read, other things may be said.
        for (const message of lack) stream.tell(message);
        if (lack.length === 0) stream.fingerprint = stored.fingerprint;
      } else incomplete.set(stored.userId, lack);
    }
    if (incomplete.size === 0) return;
    for (const rep of await this.#dependencies.store.readSnapshots([...incomplete.keys()])) {
      const stream = this.#dependencies.streams.find(rep.userId);
      // An event may have come meanwhile: the next look compares again.
      if (stream?.position === rep.position) showSnapshot(stream, rep, incomplete.get(rep.userId) === 'offers');
    }
  }

  /** The rep's stream if its sockets have all events. Otherwise they are read, or announcements have come since the look. */
  #currentStreamOf(stored: StoredRep): RepStream<Socket> | null {
    const { streams, now } = this.#dependencies;
    const stream = streams.find(stored.userId);
    if (stream?.position == null || stored.position < stream.position) return null;
    if (stored.position === stream.position) {
      stream.behindSince = null;
      return stream;
    }
    stream.behindSince ??= now();
    stream.behindBy = stored.position - stream.position;
    // Not awaited: a rep with many events must not delay the others.
    void streams.catchUp(stream, stored.position).then(() => {
      if (stream.position !== null && stream.position >= stored.position) stream.behindSince = null;
    });
    return null;
  }

  /** Their companions hear that the recording state is cleared, and their tabs nothing. */
  #closeWithoutDesk(rep: StoredRep): void {
    const { streams, closeSockets } = this.#dependencies;
    const stream = streams.find(rep.userId);
    if (stream && rep.state.recordingSequence > stream.shown.heardSequence) {
      stream.receive(recordingAnnouncement(rep, stream.position ?? 0));
    }
    closeSockets(rep.userId);
  }
}

/** What the sockets lack: the whole state, or offers, which a snapshot has, or these messages. */
function lackOf<Socket>(
  { shown, needsState }: RepStream<Socket>,
  stored: StoredRep,
  at: Date,
): 'state' | 'offers' | TabMessage[] {
  if (needsState) return 'state';
  if (stored.state.version > shown.version || stored.state.recordingSequence > shown.heardSequence) return 'state';
  const changes = companionChanges(shown.companions, recordingView(stored), at);
  if (changes === null) return 'state';
  // Companions first: what was missed of the offers is seen by the next look.
  return changes.length === 0 && lacksOffers(shown.offers, stored) ? 'offers' : changes;
}

function showSnapshot<Socket>(stream: RepStream<Socket>, rep: RepSnapshot, isOffers: boolean): void {
  if (isOffers) {
    if (rep.offers) stream.tell({ name: 'offers', payload: offersView(rep.offers) });
    return;
  }
  if (rep.state.recordingSequence > stream.shown.heardSequence) {
    stream.receive(recordingAnnouncement(rep, rep.position));
  }
  stream.needsState = false;
  stream.tell(stateMessage(rep));
}

function lacksOffers(shown: OffersMark | null, { state: { call }, offersSequence }: StoredRep): boolean {
  if (call === null || offersSequence === null) return false;
  return shown?.callReference !== call.reference || shown.sequence < offersSequence;
}
