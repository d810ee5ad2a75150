/** Named again, because the checker is based on the specification only. */
export type CallEventName =
  | 'call-started'
  | 'call-ended'
  | 'hold-started'
  | 'hold-ended'
  | 'recording-paused'
  | 'recording-resumed';
