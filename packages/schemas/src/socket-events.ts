import type { z } from 'zod';
import {
  aliveSchema,
  callEventMessageSchema,
  callReferenceSchema,
  callStateMessageSchema,
  companionPresenceSchema,
  type EventPainted,
  eventPaintedSchema,
  type RecordingAcknowledgement,
  type RecordingState,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingStateSchema,
} from './call-state.ts';
import { callNotesMessageSchema, transcriptChunkMessageSchema } from './desk.ts';
import { callOffersSchema } from './offers.ts';
import { type TokenRenew, type TokenRenewed, tokenExpiringSchema, tokenRenewSchema } from './token-life.ts';
import type { Acknowledge } from './transcription-session.ts';

/** Events that nothing is answered to, by their schemas. */
type Messages<Schemas extends Record<string, z.ZodType>> = {
  [Event in keyof Schemas]: (payload: z.infer<Schemas[Event]>) => void;
};

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

export type RepServerEvents = Messages<typeof repServerEventSchemas>;

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

export interface CompanionServerEvents extends Omit<Messages<typeof companionServerEventSchemas>, 'recording.state'> {
  'recording.state': (state: RecordingState, acknowledge: (answer: RecordingAcknowledgement) => void) => void;
}
