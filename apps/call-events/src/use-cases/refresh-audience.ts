import type { Recording } from '@callside/schemas';
import type { OffersOnFile } from '../domain/call-offers.ts';
import type { PresentCompanions, RecordingConfirmed, RepSnapshot, RepState } from '../domain/rep-state.ts';
import type { TabMessage } from '../views/messages.ts';
import { type CompanionKnowledge, companionChanges, recordingView } from '../views/recording.ts';

/** Which offers: of a call, in the order of their changes. */
export interface OffersMark {
  callReference: string;
  sequence: number;
}

/** The stored data of a rep that decide whether a socket missed something. */
export interface StoredRep {
  userId: string;
  active: boolean;
  version: number;
  state: Pick<RepState, 'recordingPaused' | 'recordingSequence'>;
  companions: PresentCompanions;
  confirmation: RecordingConfirmed | null;
  /** Of the live call; null without any. */
  offers: OffersMark | null;
  /** Differs when the rest differs. */
  fingerprint: string;
}

interface RepWithRecording extends StoredRep {
  recording: Recording;
  /** When it was last compared, by the database's clock. */
  at: Date;
}

/** A rep and the fingerprint of what is known of them; null if nothing is. */
export interface KnownRep {
  userId: string;
  fingerprint: string | null;
}

interface ListenerOf<Kind> {
  kind: Kind;
  id: string;
  userId: string;
  /** The highest number that it was sent: of a tab the version, of a companion the recording sequence. */
  delivered: () => number;
  /** Sends it the current state. */
  sendState: (rep: RepSnapshot) => void;
}

export interface TabListener extends ListenerOf<'tab'> {
  /** The offers that it was sent last; they change without a new version. */
  deliveredOffers: () => OffersMark | null;
  sendOffers: (offers: OffersOnFile) => void;
  /** The companion state that it shows, which changes without a new version. */
  shown: () => CompanionKnowledge;
  send: (message: TabMessage) => void;
}

export type CompanionListener = ListenerOf<'companion'>;

/** A tab or companion of this instance that has its first state. Each has its own mark: one may have missed what another got. */
export type Listener = TabListener | CompanionListener;

interface Dependencies {
  /** The sockets of this instance. */
  audience: {
    listeners: () => Listener[];
    /** Closes the sockets of someone who is no longer an active user. */
    closeSockets: (userId: string) => void;
  };
  repStates: {
    /**
     * Returns only the reps that differ from what is known: most of ten thousand idle reps are unchanged from look to look.
     * `at`: the time of the read, by the database's clock.
     */
    readChangedReps: (known: KnownRep[]) => Promise<{ at: Date; changed: StoredRep[] }>;
    readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]>;
  };
  /** A socket is behind although nobody has reported a loss: the instance that lost the message may have stopped since. */
  onUnreportedLoss: () => void;
}

/**
 * Compares what was sent to each socket of this instance with the database, and sends what it missed: messages between
 * instances may get lost. Also closes the sockets of users who are no longer active.
 */
export class AudienceRefresh {
  readonly #audience: Dependencies['audience'];
  readonly #repStates: Dependencies['repStates'];
  readonly #onUnreportedLoss: Dependencies['onUnreportedLoss'];
  /** By listener that was behind at the last look: the number that was stored then. */
  #seenBefore: ReadonlyMap<string, number> = new Map();
  /** Tabs that did not show a confirmation at the last look. */
  #unconfirmedBefore: ReadonlySet<string> = new Set();
  /** By tab that lacked offers at the last look: those that were stored then. */
  #offersSeenBefore: ReadonlyMap<string, OffersMark> = new Map();
  #repsBefore: ReadonlyMap<string, RepWithRecording> = new Map();
  #losses = 0;
  #lossesHandled = 0;

  constructor({ audience, repStates, onUnreportedLoss }: Dependencies) {
    this.#audience = audience;
    this.#repStates = repStates;
    this.#onUnreportedLoss = onUnreportedLoss;
  }

  /** Messages were lost: the next look that succeeds updates every socket that is behind. */
  noteLoss(): void {
    this.#losses += 1;
  }

  /**
   * Updates sockets that were behind at the last look, too. At the first look the message is usually still in transit, and a
   * companion must not get a change twice. The loss of a companion is sent to tabs at once.
   */
  async look(): Promise<void> {
    const lossesBefore = this.#losses;
    const present = this.#audience.listeners();
    const reps = await this.#repsOf(present);
    this.#repsBefore = reps;
    await this.#closeDeactivated(present, reps);

    const active = present.filter(({ userId }) => reps.get(userId)?.active);
    const tabs = active.filter((listener) => listener.kind === 'tab');
    const isAfterLoss = lossesBefore > this.#lossesHandled;
    this.#updateCompanions(tabs, reps);
    const overdue = this.#findOverdue(active, reps, isAfterLoss);
    if (overdue.length > 0 && !isAfterLoss) this.#onUnreportedLoss();
    const lackingOffers = this.#findLackingOffers(tabs, reps, isAfterLoss);
    await this.#sendStored(overdue, lackingOffers);
    this.#lossesHandled = lossesBefore;
  }

  /** Updates the tabs of reps whose companions have just connected or disconnected. */
  async lookAtCompanions(userIds: readonly string[]): Promise<void> {
    const of = new Set(userIds);
    const tabs = this.#audience.listeners().filter(({ kind, userId }) => kind === 'tab' && of.has(userId));
    const reps = await this.#repsOf(tabs);
    for (const tab of tabs) {
      const rep = reps.get(tab.userId);
      if (tab.kind === 'tab' && rep?.active) sendCompanionChanges(tab, rep, false);
    }
  }

  #updateCompanions(tabs: readonly TabListener[], reps: ReadonlyMap<string, RepWithRecording>): void {
    const unconfirmed = new Set<string>();
    for (const tab of tabs) {
      const rep = reps.get(tab.userId);
      if (rep && sendCompanionChanges(tab, rep, this.#unconfirmedBefore.has(tab.id))) unconfirmed.add(tab.id);
    }
    this.#unconfirmedBefore = unconfirmed;
  }

  /** The sockets that lack what was stored at the last look; after a loss, all that are behind. */
  #findOverdue(
    listeners: readonly Listener[],
    reps: ReadonlyMap<string, RepWithRecording>,
    isAfterLoss: boolean,
  ): Listener[] {
    const seen = new Map<string, number>();
    const overdue: Listener[] = [];
    for (const listener of listeners) {
      const rep = reps.get(listener.userId);
      if (rep === undefined) continue;
      const stored = listener.kind === 'tab' ? rep.version : rep.recording.sequence;
      if (listener.delivered() >= stored) continue;
      seen.set(listener.id, stored);
      const before = this.#seenBefore.get(listener.id);
      if (isAfterLoss || (before !== undefined && listener.delivered() < before)) overdue.push(listener);
    }
    this.#seenBefore = seen;
    return overdue;
  }

  /** The tabs that lack the offers that were stored at the last look; after a loss, all that are behind. */
  #findLackingOffers(
    tabs: readonly TabListener[],
    reps: ReadonlyMap<string, RepWithRecording>,
    isAfterLoss: boolean,
  ): TabListener[] {
    const seen = new Map<string, OffersMark>();
    const lacking: TabListener[] = [];
    for (const tab of tabs) {
      const stored = reps.get(tab.userId)?.offers;
      if (!stored || !offersBehind(tab, stored)) continue;
      seen.set(tab.id, stored);
      const before = this.#offersSeenBefore.get(tab.id);
      if (isAfterLoss || (before !== undefined && offersBehind(tab, before))) lacking.push(tab);
    }
    this.#offersSeenBefore = seen;
    return lacking;
  }

  /** Reads what the sockets lack, and sends it unless they got it meanwhile. */
  async #sendStored(overdue: readonly Listener[], lackingOffers: readonly TabListener[]): Promise<void> {
    const snapshots = await this.#snapshotsOf([...overdue, ...lackingOffers]);
    for (const listener of overdue) {
      const rep = snapshots.get(listener.userId);
      if (rep === undefined) continue;
      const stored = listener.kind === 'tab' ? rep.state.version : rep.state.recordingSequence;
      if (listener.delivered() < stored) listener.sendState(rep);
    }
    for (const tab of lackingOffers) {
      const offers = snapshots.get(tab.userId)?.offers;
      if (offers && offersBehind(tab, offers)) tab.sendOffers(offers);
    }
  }

  /** Sends companions of deactivated users the end of the call, then closes all sockets of these users. */
  async #closeDeactivated(present: readonly Listener[], reps: ReadonlyMap<string, RepWithRecording>): Promise<void> {
    const deactivated = present.filter(({ userId }) => reps.get(userId)?.active === false);
    const companions = deactivated.filter(({ kind }) => kind === 'companion');
    const snapshots = await this.#snapshotsOf(companions).catch(() => new Map<string, RepSnapshot>());
    for (const companion of companions) {
      const rep = snapshots.get(companion.userId);
      if (rep && companion.delivered() < rep.state.recordingSequence) companion.sendState(rep);
    }
    for (const userId of usersOf(deactivated)) this.#audience.closeSockets(userId);
  }

  async #snapshotsOf(listeners: readonly Listener[]): Promise<ReadonlyMap<string, RepSnapshot>> {
    const snapshots = new Map<string, RepSnapshot>();
    for (const portion of portionsOf(usersOf(listeners))) {
      for (const rep of await this.#repStates.readSnapshots(portion)) snapshots.set(rep.userId, rep);
    }
    return snapshots;
  }

  /** The stored data of each rep with a listener. */
  async #repsOf(listeners: readonly Listener[]): Promise<ReadonlyMap<string, RepWithRecording>> {
    const before = this.#repsBefore;
    const known = usersOf(listeners).map((userId) => ({
      userId,
      fingerprint: before.get(userId)?.fingerprint ?? null,
    }));
    const reps = new Map<string, RepWithRecording>();
    for (const portion of portionsOf(known)) {
      const { at, changed } = await this.#repStates.readChangedReps(portion);
      for (const stored of changed) reps.set(stored.userId, { ...stored, recording: recordingView(stored), at });
      for (const { userId } of portion) {
        // Users are never deleted: a rep that is not returned is unchanged.
        const unchanged = reps.has(userId) ? undefined : before.get(userId);
        if (unchanged === undefined) continue;
        // Not a copy: each look would make ten thousand.
        unchanged.at = at;
        reps.set(userId, unchanged);
      }
    }
    return reps;
  }
}

/**
 * Sends a tab the changes of its companions. A tab that is behind gets only their loss: the rest comes with the state. Returns
 * whether the tab lacks a stored confirmation.
 */
function sendCompanionChanges(
  tab: TabListener,
  { version, recording, at }: RepWithRecording,
  withConfirmation: boolean,
): boolean {
  if (tab.delivered() > version || (tab.delivered() < version && recording.companion === 'connected')) return false;
  for (const message of companionChanges(tab.shown(), recording, { at, withConfirmation })) tab.send(message);
  return recording.state === 'confirmed' && tab.shown().state !== 'confirmed';
}

function offersBehind(tab: TabListener, { callReference, sequence }: OffersMark): boolean {
  const delivered = tab.deliveredOffers();
  return delivered?.callReference !== callReference || delivered.sequence < sequence;
}

function usersOf(listeners: readonly Listener[]): string[] {
  return [...new Set(listeners.map(({ userId }) => userId))];
}

/** An answer of many rows delays events while it is parsed: in a reconnect storm, every rep is new. */
const repsPerQuery = 250;

function* portionsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let first = 0; first < items.length; first += repsPerQuery) yield items.slice(first, first + repsPerQuery);
}
