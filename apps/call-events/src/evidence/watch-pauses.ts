import type { Query } from '@callside/database';
import type { Metrics } from '@callside/service-kit';
import { noteEvent } from '../endpoints/index.ts';
import { findRecentPauses, readLongestPause } from './recent-pauses.store.ts';
import { unacknowledged } from './rules/unacknowledged.ts';

interface Dependencies {
  query: Query;
  metrics: Metrics;
  /** Ms of a monotonic clock. */
  now: () => number;
}

const everyMs = 5_000;

/** For the alerts and the endpoints. Every instance sees all pauses of the deployment; each goes out once. */
export function createWatchPauses({ query, metrics, now }: Dependencies) {
  const unconfirmed = metrics.counter(
    'pauses_unacknowledged_total',
    'Pauses that a companion did not acknowledge within 5 s, or that had no companion. Every instance counts all of them.',
  );
  const longest = metrics.gauge(
    'recording_paused_seconds',
    'How long the longest pause of a recording has lasted that is in force. Every instance shows it.',
  );
  // Prometheus sees the first one as an increase only if the series began at 0.
  unconfirmed.inc(0);
  const seen = new Set<string>();
  let since: Date | null = null;
  let watchedAt = Number.NEGATIVE_INFINITY;

  /** Does nothing when it ran a moment ago. */
  return async (): Promise<void> => {
    if (now() - watchedAt < everyMs) return;
    watchedAt = now();
    longest.set(await readLongestPause(query));
    const { at, pauses } = await findRecentPauses(query, since);
    const names: string[] = [];
    for (const pause of pauses) {
      if (unacknowledged(pause, { ...pause, now: at }).length === 0) continue;
      const subject = String(pause.sequence);
      const key = `${pause.userId} ${subject}`;
      names.push(key);
      await noteEvent(query, { ...pause, event: 'pause.unconfirmed', subject, key });
    }
    // Those before the start of this process are not its to count; two looks overlap.
    if (since !== null) unconfirmed.inc(names.filter((name) => !seen.has(name)).length);
    seen.clear();
    for (const name of names) seen.add(name);
    since = at;
  };
}
