import type { CallEventName } from '@callside/schemas';

/** The key of the text that names an event. */
export const callEventWords = {
  'call-started': 'desk.eventCallStarted',
  'call-ended': 'desk.eventCallEnded',
  'hold-started': 'desk.eventHoldStarted',
  'hold-ended': 'desk.eventHoldEnded',
  'recording-paused': 'desk.eventRecordingPaused',
  'recording-resumed': 'desk.eventRecordingResumed',
} as const satisfies Record<CallEventName, string>;
