import { callEventNames } from '@callside/schemas';
import { type Metrics, startSpan } from '@callside/service-kit';
import type { RecordingProgress } from '../record-events.ts';

/** Measures the way of an event from its check to its relay, as metrics and as spans of its trace. */
export function createIntakeMetrics(metrics: Metrics) {
  const commits = metrics.histogram(
    'call_event_commit_seconds',
    'Time from the check of an event to its commit, with the wait for its transaction.',
  );
  const relays = metrics.histogram(
    'call_event_relay_seconds',
    'Time from the check of an event until it was sent to tabs and companions, here and through Redis.',
  );
  const accepted = metrics.counter('call_events_accepted_total', 'Events that were answered 200.', [
    'event',
    'outcome',
  ]);
  const unresolved = metrics.counter(
    'call_events_unresolved_agent_total',
    'Recorded events whose agent is no active user.',
    ['event'],
  );
  const reusedIds = metrics.counter(
    'call_events_id_reused_total',
    'Events that had the id of another event and were taken for its duplicate.',
    ['event'],
  );
  // Prometheus sees the first one as an increase only if the series began at 0.
  for (const event of callEventNames) reusedIds.inc({ event }, 0);
  let waiting = 0;
  metrics.gaugeOf('call_event_queue_depth', 'Events that wait for their commit.', () => waiting);

  return {
    batchSizes: metrics.histogram(
      'call_event_batch_size',
      'Events that one transaction recorded.',
      [],
      [1, 2, 4, 8, 16, 32, 64, 128],
    ),
    /** An event that was answered 200: of a webhook or of a platform. */
    countAccepted: (event: string, { duplicate }: { duplicate: boolean }) =>
      accepted.inc({ event, outcome: duplicate ? 'duplicate' : 'recorded' }),
    countUnresolved: (event: string) => unresolved.inc({ event }),
    countReusedId: (event: string) => reusedIds.inc({ event }),
    startRecording(): RecordingProgress {
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1_000;
      const endSpan = startSpan('intake commit');
      waiting += 1;
      return {
        committed: () => {
          waiting -= 1;
          commits.observe(seconds());
          endSpan();
        },
        failed: (error) => {
          waiting -= 1;
          endSpan(error);
        },
        relay: (send) => {
          const endRelay = startSpan('relay push');
          try {
            return send();
          } finally {
            relays.observe(seconds());
            endRelay();
          }
        },
      };
    },
  };
}

export type IntakeMetrics = ReturnType<typeof createIntakeMetrics>;
