import type { CallEventName } from '@callside/schemas';
import type { Metrics } from '@callside/service-kit';

/** Counts the events that were answered 200: those of webhooks and those of platforms. */
export type CountAccepted = (event: CallEventName, answer: { duplicate: boolean }) => void;

export function createAcceptedCounter(metrics: Pick<Metrics, 'counter'>): CountAccepted {
  const accepted = metrics.counter('call_events_accepted_total', 'Events that were answered 200.', [
    'event',
    'outcome',
  ]);
  return (event, { duplicate }) => accepted.inc({ event, outcome: duplicate ? 'duplicate' : 'recorded' });
}
