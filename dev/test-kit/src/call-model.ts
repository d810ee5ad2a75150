// The states and transitions of the product's specification (docs/call-lifecycle.md), implemented a second time. It shares no code with
// the service.

/** Named again: the model is based on the specification only. */
export type CallEventName =
  | 'call-started'
  | 'call-ended'
  | 'hold-started'
  | 'hold-ended'
  | 'recording-paused'
  | 'recording-resumed';

export interface ModelCall {
  reference: string;
  phoneNumber: string;
  customerId: string | null;
}

export interface ModelState {
  version: number;
  sequence: number;
  call: ModelCall | null;
  onHold: boolean;
  paused: boolean;
}

export interface ModelEvent {
  event: CallEventName;
  /** Of the call that a start opens. */
  reference: string | null;
  phoneNumber: string | null;
  customerId: string | null;
  receivedMs: number;
}

/** The states that an event passes through; the last one remains. Empty: the event changed nothing. */
export interface ModelStep {
  isOnLiveCall: boolean;
  /** The start of the call that the rep is already on; the service stores no row for it. */
  isResend: boolean;
  states: ModelState[];
}

export const firstState: ModelState = { version: 0, sequence: 0, call: null, onHold: false, paused: false };

export function isSameCall(live: ModelCall, phoneNumber: string | null, customerId: string | null): boolean {
  if (live.phoneNumber !== phoneNumber) return false;
  return live.customerId === null || customerId === null || live.customerId === customerId;
}

export function applyEvent(before: ModelState, event: ModelEvent): ModelStep {
  if (event.event === 'call-started') return applyStart(before, event);
  if (before.call === null) return { isOnLiveCall: false, isResend: false, states: [] };
  const next = { ...before, version: before.version + 1 };
  const sequence = laterSequence(before, event);
  const states: Record<Exclude<CallEventName, 'call-started'>, ModelState> = {
    'call-ended': { ...next, sequence, call: null, onHold: false, paused: false },
    'hold-started': { ...next, onHold: true },
    'hold-ended': { ...next, onHold: false },
    'recording-paused': { ...next, sequence, paused: true },
    'recording-resumed': { ...next, sequence, paused: false },
  };
  return { isOnLiveCall: true, isResend: false, states: [states[event.event]] };
}

function applyStart(before: ModelState, event: ModelEvent): ModelStep {
  const { reference, phoneNumber, customerId } = event;
  if (before.call !== null && isSameCall(before.call, phoneNumber, customerId)) {
    return { isOnLiveCall: true, isResend: true, states: [] };
  }
  const ended = before.call === null ? [] : applyEvent(before, { ...event, event: 'call-ended' }).states;
  const from = ended[0] ?? before;
  const started: ModelState = {
    version: from.version + 1,
    sequence: laterSequence(from, event),
    call: { reference: reference ?? '', phoneNumber: phoneNumber ?? '', customerId },
    onHold: false,
    paused: false,
  };
  return { isOnLiveCall: true, isResend: false, states: [...ended, started] };
}

function laterSequence({ sequence }: ModelState, { receivedMs }: ModelEvent): number {
  return Math.max(sequence + 1, receivedMs);
}
