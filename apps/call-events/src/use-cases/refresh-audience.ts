import type { Recording } from '@callside/schemas';
import type { TabMessage } from '../domain/announcement.ts';
import { type CompanionKnowledge, companionNews } from '../domain/recording-knowledge.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';

/** What is on file of a rep, as far as it decides whether a socket missed something. */
export interface RepStanding {
  userId: string;
  active: boolean;
  version: number;
  recording: Recording;
  /** When it was read, by the database's clock. */
  at: Date;
}

interface ListenerOf<Kind> {
  kind: Kind;
  id: string;
  userId: string;
  /** The highest number that it was sent: a tab's are versions, a companion's are recording sequences. */
  told: () => number;
  /** Sends it the current state. */
  tell: (rep: RepSnapshot) => void;
}

interface TabListener extends ListenerOf<'tab'> {
  /** What it shows of the companions, which changes without a new version. */
  shown: () => CompanionKnowledge;
  send: (message: TabMessage) => void;
}

/** A tab or companion on this server that was greeted. Each has a mark of its own: what one was told, another may have missed. */
export type Listener = TabListener | ListenerOf<'companion'>;

interface Dependencies {
  listeners: () => Listener[];
  readStandings: (userIds: string[]) => Promise<RepStanding[]>;
  readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]>;
  /** Closes the sockets of someone who is no longer an active user. */
  dismiss: (userId: string) => void;
}

/**
 * Compares what each socket of this server was told with what is on file, and tells it what it missed: messages between
 * servers may get lost, this does not. It also closes the sockets of users who are no longer active.
 */
export function createRefreshAudience({ listeners, readStandings, readSnapshots, dismiss }: Dependencies) {
  /** By listener that was behind at the last look: what was on file then. */
  let seenBefore: ReadonlyMap<string, number> = new Map();
  /** Tabs that did not show a confirmation at the last look. */
  let unconfirmedBefore: ReadonlySet<string> = new Set();
  let losses = 0;
  let lossesMadeUpFor = 0;

  /** Tells the companions of leavers that there is no call any more, then closes all their sockets. */
  async function dismissLeavers(present: readonly Listener[], standings: ReadonlyMap<string, RepStanding>) {
    const isLeaver = ({ userId }: Listener) => standings.get(userId)?.active === false;
    const leavers = present.filter(isLeaver);
    const companions = leavers.filter(({ kind }) => kind === 'companion');
    const snapshots = await readEach(companions, readSnapshots).catch(() => new Map<string, RepSnapshot>());
    for (const companion of companions) {
      const rep = snapshots.get(companion.userId);
      if (rep && companion.told() < rep.state.recordingSequence) companion.tell(rep);
    }
    for (const userId of new Set(leavers.map(({ userId }) => userId))) dismiss(userId);
  }

  return {
    /** Messages were lost: the next look that succeeds tells everybody who is behind. */
    noteLoss(): void {
      losses += 1;
    },

    /**
     * One look. A socket that is behind for the first time is left alone until the next look: mostly the message is still
     * under way, and no companion is to hear a change twice. That a companion is gone is told at once.
     */
    async look(): Promise<void> {
      const lossesBefore = losses;
      const present = listeners();
      const standings = await readEach(present, readStandings);
      await dismissLeavers(present, standings);

      const seen = new Map<string, number>();
      const unconfirmed = new Set<string>();
      const overdue: Listener[] = [];
      for (const listener of present) {
        const standing = standings.get(listener.userId);
        if (!standing?.active) continue;
        if (listener.kind === 'tab' && tellCompanionNews(listener, standing, unconfirmedBefore.has(listener.id))) {
          unconfirmed.add(listener.id);
        }
        const wanted = listener.kind === 'tab' ? standing.version : standing.recording.sequence;
        if (listener.told() >= wanted) continue;
        seen.set(listener.id, wanted);
        const isOverdue = listener.told() < (seenBefore.get(listener.id) ?? Number.NEGATIVE_INFINITY);
        if (isOverdue || lossesBefore > lossesMadeUpFor) overdue.push(listener);
      }
      seenBefore = seen;
      unconfirmedBefore = unconfirmed;

      const snapshots = await readEach(overdue, readSnapshots);
      for (const listener of overdue) {
        const state = snapshots.get(listener.userId);
        if (state === undefined) continue;
        const wanted = listener.kind === 'tab' ? state.state.version : state.state.recordingSequence;
        if (listener.told() < wanted) listener.tell(state);
      }
      lossesMadeUpFor = lossesBefore;
    },

    /** Tells the tabs of reps whose companions have just come or gone. */
    async lookAtCompanions(userIds: readonly string[]): Promise<void> {
      const of = new Set(userIds);
      const tabs = listeners().filter(({ kind, userId }) => kind === 'tab' && of.has(userId));
      const standings = await readEach(tabs, readStandings);
      for (const tab of tabs) {
        const standing = standings.get(tab.userId);
        if (tab.kind === 'tab' && standing?.active) tellCompanionNews(tab, standing, false);
      }
    },
  };
}

/**
 * Tells a tab how its companions stand. A tab that is behind is told no more than that they are gone: the rest comes with
 * the state. Returns whether it lacks a confirmation that is on file.
 */
function tellCompanionNews(
  tab: TabListener,
  { version, recording, at }: RepStanding,
  withConfirmation: boolean,
): boolean {
  if (tab.told() > version || (tab.told() < version && recording.companion === 'connected')) return false;
  for (const message of companionNews(tab.shown(), recording, { at, withConfirmation })) tab.send(message);
  return recording.state === 'confirmed' && tab.shown().state !== 'confirmed';
}

/** One answer with ten thousand rows would hold up events while it is parsed. */
const repsPerQuery = 1_000;

async function readEach<Row extends { userId: string }>(
  of: readonly Listener[],
  read: (userIds: string[]) => Promise<Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const userIds = [...new Set(of.map(({ userId }) => userId))];
  const rows = new Map<string, Row>();
  for (let first = 0; first < userIds.length; first += repsPerQuery) {
    for (const row of await read(userIds.slice(first, first + repsPerQuery))) rows.set(row.userId, row);
  }
  return rows;
}
