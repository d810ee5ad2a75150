import type { RecordingBy } from '@callside/schemas';
import { createNaturalBatcher } from '@callside/service-kit';
import {
  type PresentCompanions,
  type RecordingConfirmed,
  type RepSnapshot,
  type RepState,
  recordingView,
} from '../calls/index.ts';
import { type OffersMark, offersView } from '../offers/index.ts';
import type { Fence } from './fence.ts';
import { recordingAnnouncement, stateMessage } from './messages-of-events.ts';
import type { RepStream } from './rep-stream.ts';
import { companionChanges } from './rules/companion-knowledge.ts';
import type { TabMessage } from './rules/messages.ts';
import type { Streams } from './streams.ts';

/** The stored data of a rep that decide what their sockets lack. */
export interface StoredRep {
  userId: string;
  /** An active user with a role that has a desk. */
  hasDesk: boolean;
  version: number;
  position: number;
  state: Pick<RepState, 'recordingPaused' | 'recordingSequence'>;
  recordingBy: RecordingBy;
  companions: PresentCompanions;
  confirmation: RecordingConfirmed | null;
  /** Of the live call; null without any. */
  offers: OffersMark | null;
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

interface Dependencies<Tab, Companion> {
  streams: Streams<Tab, Companion>;
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
export class Look<Tab, Companion> {
  readonly #dependencies: Dependencies<Tab, Companion>;
  /** One at a time: an older answer must not be shown after a newer one. */
  readonly #queue: (userId: string | null) => Promise<void>;

  constructor(dependencies: Dependencies<Tab, Companion>) {
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
    await this.#closeWithoutDesk(changed.filter(({ hasDesk }) => !hasDesk));
    const lacks = changed
      .filter(({ hasDesk }) => hasDesk)
      .flatMap((stored) => {
        const stream = this.#currentStreamOf(stored);
        return stream === null ? [] : [{ stream, stored, lack: lackOf(stream, stored, at) }];
      });
    // At once: while snapshots are read, other things may be said.
    for (const { stream, stored, lack } of lacks) {
      if (!Array.isArray(lack)) continue;
      for (const message of lack) stream.tell(message);
      if (lack.length === 0) stream.fingerprint = stored.fingerprint;
    }
    const incomplete = lacks.filter(({ lack }) => !Array.isArray(lack));
    const snapshots = await this.#snapshotsOf(incomplete.map(({ stored }) => stored.userId));
    for (const { stream, stored, lack } of incomplete) {
      const rep = snapshots.get(stored.userId);
      // An event may have come meanwhile: the next look compares again.
      if (rep !== undefined && rep.position === stream.position) showSnapshot(stream, rep, lack === 'offers');
    }
  }

  /** The rep's stream if its sockets have all events. Otherwise they are read, or announcements have come since the look. */
  #currentStreamOf(stored: StoredRep): RepStream<Tab, Companion> | null {
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
  async #closeWithoutDesk(gone: readonly StoredRep[]): Promise<void> {
    const { streams, closeSockets } = this.#dependencies;
    const snapshots = await this.#snapshotsOf(gone.map(({ userId }) => userId)).catch(
      () => new Map<string, RepSnapshot>(),
    );
    for (const { userId } of gone) {
      const rep = snapshots.get(userId);
      const stream = streams.find(userId);
      if (rep && stream && rep.state.recordingSequence > stream.shown.heardSequence) {
        stream.receive(recordingAnnouncement(rep, stream.position ?? 0));
      }
      closeSockets(userId);
    }
  }

  async #snapshotsOf(userIds: string[]): Promise<Map<string, RepSnapshot>> {
    if (userIds.length === 0) return new Map();
    const reps = await this.#dependencies.store.readSnapshots(userIds);
    return new Map(reps.map((rep) => [rep.userId, rep]));
  }
}

/** What the sockets lack: the whole state, or offers, which a snapshot has, or these messages. */
function lackOf<Tab, Companion>(
  { shown, needsState }: RepStream<Tab, Companion>,
  stored: StoredRep,
  at: Date,
): 'state' | 'offers' | TabMessage[] {
  if (needsState) return 'state';
  if (stored.version > shown.version || stored.state.recordingSequence > shown.heardSequence) return 'state';
  const changes = companionChanges(shown.companions, recordingView(stored), at);
  if (changes === null) return 'state';
  // Companions first: what was missed of the offers is seen by the next look.
  return changes.length === 0 && stored.offers !== null && isBehind(shown.offers, stored.offers) ? 'offers' : changes;
}

function showSnapshot<Tab, Companion>(stream: RepStream<Tab, Companion>, rep: RepSnapshot, isOffers: boolean): void {
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

function isBehind(shown: OffersMark | null, stored: OffersMark): boolean {
  return shown?.callReference !== stored.callReference || shown.sequence < stored.sequence;
}
