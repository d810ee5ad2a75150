import { type Announcement, announceState } from '../domain/call-audience.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';

export interface RepStanding {
  userId: string;
  active: boolean;
  version: number;
}

interface Dependencies {
  /** The reps with a tab or companion on this server, and the version that they were last told. */
  audience: () => ReadonlyMap<string, number>;
  readStandings: (userIds: string[]) => Promise<RepStanding[]>;
  readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]>;
  deliver: (announcement: Announcement) => number;
  /** Closes the sockets of someone who is no longer an active user. */
  dismiss: (userId: string) => void;
}

/**
 * Compares what this server's tabs were told with what is on file and tells them what they missed: messages between
 * servers may get lost, this does not. It also parts with leavers.
 *
 * `behind`, the usual look, tells who was behind at the last look already: a message is mostly still under way.
 * `all` tells everyone, after a time in which anything may have been missed.
 */
export function createRefreshAudience({ audience, readStandings, readSnapshots, deliver, dismiss }: Dependencies) {
  let behindBefore = new Set<string>();

  return async ({ who }: { who: 'behind' | 'all' }): Promise<void> => {
    const told = audience();
    if (told.size === 0) return;
    const standings = await readStandings([...told.keys()]);
    for (const { userId, active } of standings) if (!active) dismiss(userId);
    const active = standings.filter((standing) => standing.active);
    const behind = active.filter(({ userId, version }) => version > (told.get(userId) ?? version));
    const due = who === 'all' ? active : behind.filter(({ userId }) => behindBefore.has(userId));
    behindBefore = new Set(behind.map(({ userId }) => userId));
    if (due.length === 0) return;
    for (const rep of await readSnapshots(due.map(({ userId }) => userId))) deliver(announceState(rep));
  };
}
