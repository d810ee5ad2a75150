import type { Metrics } from '@callside/service-kit';
import type { RecordingAnswer } from './connections/socket-types.ts';

/** Counts the tabs and companions of this instance, and measures how fast messages are painted and confirmed. */
export function createPushMetrics(metrics: Metrics) {
  const painted = metrics.histogram(
    'call_event_painted_seconds',
    'Time from the receipt of an event until the first tab of the rep had painted it.',
  );
  const answers = metrics.counter(
    'recording_states_total',
    'Recording states that were sent to companions, by result.',
    ['outcome'],
  );
  const confirmed = metrics.histogram(
    'recording_confirmation_seconds',
    'Time from the sending of a recording state to a companion until it confirmed it.',
  );

  return {
    onFirstPainted: (seconds: number) => painted.observe(seconds),
    onRecordingAnswer: ({ outcome, seconds }: RecordingAnswer) => {
      answers.inc({ outcome });
      if (outcome === 'applied') confirmed.observe(seconds);
    },
    watch(connected: { tabs: () => number; companions: () => number }): void {
      metrics.gaugeOf('tabs_open', 'Tabs that are connected to this instance.', connected.tabs);
      metrics.gaugeOf('companions_connected', 'Companions that are connected to this instance.', connected.companions);
    },
  };
}
