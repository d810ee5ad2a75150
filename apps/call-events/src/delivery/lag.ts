import type { Metrics } from '@callside/service-kit';
import type { PushSocket } from './connections/socket-types.ts';
import type { Streams } from './streams.ts';

interface Dependencies {
  streams: Streams<PushSocket>;
  /** A monotonic clock in milliseconds. */
  now: () => number;
}

/** Measures after each look how far the sockets of this instance are behind the database. */
export function watchLag(metrics: Metrics, { streams, now }: Dependencies) {
  const events = metrics.gauge('delivery_lag_events', 'Events that tabs of this instance lack.', ['quantile']);
  const seconds = metrics.gauge('delivery_lag_seconds', 'How long tabs of this instance have lacked events.', [
    'quantile',
  ]);
  const current = metrics.gauge(
    'delivery_streams_current_ratio',
    'Share of the reps with tabs on this instance whose tabs have all events of the database.',
  );

  return {
    measure(): void {
      const behind: { events: number; seconds: number }[] = [];
      let all = 0;
      for (const { behindSince, behindBy } of streams.all()) {
        all += 1;
        if (behindSince !== null) behind.push({ events: behindBy, seconds: (now() - behindSince) / 1_000 });
      }
      for (const [quantile, share] of [
        ['0.99', 0.99],
        ['1', 1],
      ] as const) {
        events.set(
          { quantile },
          quantileOf(
            behind.map((lag) => lag.events),
            { share, all },
          ),
        );
        seconds.set(
          { quantile },
          quantileOf(
            behind.map((lag) => lag.seconds),
            { share, all },
          ),
        );
      }
      current.set(all === 0 ? 1 : 1 - behind.length / all);
    },
  };
}

/** Of `all` values, of which those that are not listed are 0. */
function quantileOf(listed: number[], { share, all }: { share: number; all: number }): number {
  const fromTop = all - Math.ceil(share * all);
  return listed.toSorted((one, other) => other - one)[fromTop] ?? 0;
}
