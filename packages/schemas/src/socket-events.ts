import {
  type CallEventMessage,
  type CallReference,
  type CallState,
  callEventMessageSchema,
  callReferenceSchema,
  callStateSchema,
  type RecordingAcknowledgement,
  type RecordingConfirmation,
  type RecordingState,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingStateSchema,
} from './call-state.ts';

/** Namespace `/rep`, server to tab: event name to payload. */
export const repServerEventSchemas = {
  'call.state': callStateSchema,
  'call.event': callEventMessageSchema,
  'recording.confirmation': recordingConfirmationSchema,
} as const;

export interface RepServerEvents {
  'call.state': (state: CallState) => void;
  'call.event': (message: CallEventMessage) => void;
  'recording.confirmation': (confirmation: RecordingConfirmation) => void;
}

/** Namespace `/companion`, server to companion: event name to payload. */
export const companionServerEventSchemas = {
  'recording.state': recordingStateSchema,
  'call.started': callReferenceSchema,
  'call.ended': callReferenceSchema,
} as const;

/** The companion's answers to server events that want one. */
export const companionAcknowledgementSchemas = { 'recording.state': recordingAcknowledgementSchema } as const;

export interface CompanionServerEvents {
  'recording.state': (state: RecordingState, acknowledge: (answer: RecordingAcknowledgement) => void) => void;
  'call.started': (call: CallReference) => void;
  'call.ended': (call: CallReference) => void;
}
