import {
  aliveSchema,
  callEventMessageSchema,
  callReferenceSchema,
  callSchema,
  callStateMessageSchema,
  callStateSchema,
  companionPresenceSchema,
  eventPaintedSchema,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingSchema,
  recordingStateSchema,
} from '../call-state.ts';
import { customerMatchSchema } from '../customer-match.ts';
import { callNotesMessageSchema, transcriptChunkMessageSchema } from '../desk.ts';
import { callOffersSchema, offerItemSchema, offerOutcomeSchema } from '../offers.ts';
import { createComponents } from '../open-api/components.ts';
import { recordingReportedSchema, recordingReportSchema } from '../pause-evidence.ts';
import {
  companionConnectSchema,
  connectErrorSchema,
  socketConnectedSchema,
  tabConnectSchema,
} from '../socket-handshake.ts';
import { tokenExpiringSchema, tokenRenewedSchema, tokenRenewSchema } from '../token-life.ts';
import {
  chunkStoredSchema,
  companionErrorSchema,
  sessionClosedSchema,
  sessionHeldSchema,
  sessionOpenSchema,
  sessionReferenceSchema,
  transcriptChunkSchema,
} from '../transcription-session.ts';

/** The schemas of all payloads. Those that OpenAPI has too have the same name there. */
export const { referenceTo, componentSchemas } = createComponents({
  // Without a schemaFormat, payloads of AsyncAPI are JSON Schemas of this draft.
  target: 'draft-07',
  requests: {
    TabConnect: tabConnectSchema,
    CompanionConnect: companionConnectSchema,
    TokenRenew: tokenRenewSchema,
    EventPainted: eventPaintedSchema,
    SessionOpen: sessionOpenSchema,
    SessionReference: sessionReferenceSchema,
    TranscriptChunk: transcriptChunkSchema,
    RecordingReport: recordingReportSchema,
    RecordingAcknowledgement: recordingAcknowledgementSchema,
  },
  outputs: {
    Connected: socketConnectedSchema,
    ConnectError: connectErrorSchema,
    Call: callSchema,
    Recording: recordingSchema,
    RecordingConfirmation: recordingConfirmationSchema,
    CompanionPresence: companionPresenceSchema,
    Alive: aliveSchema,
    CallState: callStateSchema,
    CallStateMessage: callStateMessageSchema,
    CallEventMessage: callEventMessageSchema,
    RecordingState: recordingStateSchema,
    CallReference: callReferenceSchema,
    TokenExpiring: tokenExpiringSchema,
    CustomerMatch: customerMatchSchema,
    CallOffers: callOffersSchema,
    OfferItem: offerItemSchema,
    OfferOutcome: offerOutcomeSchema,
    TranscriptChunkMessage: transcriptChunkMessageSchema,
    CallNotesMessage: callNotesMessageSchema,
    TokenRenewed: tokenRenewedSchema,
    SessionHeld: sessionHeldSchema,
    ChunkStored: chunkStoredSchema,
    SessionClosed: sessionClosedSchema,
    RecordingReported: recordingReportedSchema,
    Error: companionErrorSchema,
  },
});
