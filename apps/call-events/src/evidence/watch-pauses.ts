import type { Query } from '@callside/database';
import type { Metrics } from '@callside/service-kit';
import { noteEvent } from '../endpoints/index.ts';
import { findUnconfirmedPauses } from './unconfirmed-pauses.store.ts';

interface Dependencies {
  query: Query;
  metrics: Metrics;
  /** Ms of a monotonic clock. */
  now: () => number;
}

const everyMs = 5_000;

/** A recording sequence is the time at which its state was asked for, in milliseconds. */
const selectLongest = `
  SELECT coalesce(max(extract(epoch FROM clock_timestamp()) - recording_sequence / 1000.0), 0)::float8 AS seconds
    FROM rep_state WHERE recording_paused`;

/** For the alerts and the endpoints. Every instance sees all pauses of the deployment; each goes out once. */
export function createWatchPauses({ query, metrics, now }: Dependencies) {
  const unacknowledged = metrics.counter(
    'pauses_unacknowledged_total',
    'Pauses that a companion did not acknowledge within 5 s, or that had no companion. Every instance counts all of them.',
  );
  const longest = metrics.gauge(
    'recording_paused_seconds',
    'How long the longest pause of a recording has lasted that is in force. Every instance shows it.',
  );
  // Prometheus sees the first one as an increase only if the series began at 0.
  unacknowledged.inc(0);
  const seen = new Set<string>();
  let since: Date | null = null;
  let watchedAt = Number.NEGATIVE_INFINITY;

  /** Does nothing when it ran a moment ago. */
  return async (): Promise<void> => {
    if (now() - watchedAt < everyMs) return;
    watchedAt = now();
    const [paused] = await query<{ seconds: number }>(selectLongest);
    longest.set(paused?.seconds ?? 0);
    const found = await findUnconfirmedPauses(query, since);
    const names: string[] = [];
    for (const { sequence, ...pause } of found.pauses) {
      const key = `${pause.userId} ${sequence}`;
      names.push(key);
      await noteEvent(query, { ...pause, event: 'pause.unconfirmed', subject: String(sequence), key });
    }
    // Those before the start of this process are not its to count; two looks overlap.
    if (since !== null) unacknowledged.inc(names.filter((name) => !seen.has(name)).length);
    seen.clear();
    for (const name of names) seen.add(name);
    since = found.at;
  };
}
