import {
  type Alive,
  aliveSchema,
  type CallEventMessage,
  type CallReference,
  type CallStateMessage,
  type CompanionPresence,
  callEventMessageSchema,
  callReferenceSchema,
  callStateMessageSchema,
  companionPresenceSchema,
  type EventPainted,
  eventPaintedSchema,
  type RecordingAcknowledgement,
  type RecordingConfirmation,
  type RecordingState,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingStateSchema,
} from './call-state.ts';
import {
  type CallNotesMessage,
  callNotesMessageSchema,
  type TranscriptChunkMessage,
  transcriptChunkMessageSchema,
} from './desk.ts';
import { type CallOffers, callOffersSchema } from './offers.ts';
import {
  type TokenExpiring,
  type TokenRenew,
  type TokenRenewed,
  tokenExpiringSchema,
  tokenRenewSchema,
} from './token-life.ts';
import type { Acknowledge } from './transcription-session.ts';

/** Namespace `/rep`, server to tab: event name to payload. */
export const repServerEventSchemas = {
  'call.state': callStateMessageSchema,
  'call.event': callEventMessageSchema,
  'recording.confirmation': recordingConfirmationSchema,
  'token.expiring': tokenExpiringSchema,
  'companion.presence': companionPresenceSchema,
  alive: aliveSchema,
  offers: callOffersSchema,
  'transcript.chunk': transcriptChunkMessageSchema,
  'call.notes': callNotesMessageSchema,
} as const;

export interface RepServerEvents {
  'call.state': (state: CallStateMessage) => void;
  'call.event': (message: CallEventMessage) => void;
  'recording.confirmation': (confirmation: RecordingConfirmation) => void;
  'companion.presence': (presence: CompanionPresence) => void;
  alive: (alive: Alive) => void;
  offers: (offers: CallOffers) => void;
  'token.expiring': (expiring: TokenExpiring) => void;
  'transcript.chunk': (chunk: TranscriptChunkMessage) => void;
  'call.notes': (notes: CallNotesMessage) => void;
}

/** Namespace `/rep`, tab to server: event name to payload. */
export const repClientEventSchemas = { 'token.renew': tokenRenewSchema, 'event.painted': eventPaintedSchema } as const;

export interface RepClientEvents {
  'token.renew': (request: TokenRenew, acknowledge: Acknowledge<TokenRenewed>) => void;
  'event.painted': (painted: EventPainted) => void;
}

/** Namespace `/companion`, server to companion: event name to payload. */
export const companionServerEventSchemas = {
  'recording.state': recordingStateSchema,
  'call.started': callReferenceSchema,
  'call.ended': callReferenceSchema,
  alive: aliveSchema,
  'token.expiring': tokenExpiringSchema,
} as const;

/** The companion's acknowledgements of server events. */
export const companionAcknowledgementSchemas = { 'recording.state': recordingAcknowledgementSchema } as const;

export interface CompanionServerEvents {
  'recording.state': (state: RecordingState, acknowledge: (answer: RecordingAcknowledgement) => void) => void;
  'call.started': (call: CallReference) => void;
  'call.ended': (call: CallReference) => void;
  alive: (alive: Alive) => void;
  'token.expiring': (expiring: TokenExpiring) => void;
}
